#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/gf2.h"
#include "frames/sample.h"

namespace pentad {

/// Rows of a frame: row 2q holds the X flips of qubit q, row 2q + 1 its Z flips.
inline size_t row_of(int32_t qubit, int32_t which) {
  return static_cast<size_t>(qubit) * 2 + static_cast<size_t>(which);
}

/// Programs of up to so many qubits are compiled with all their rows in every span; in larger ones
/// a span stays within so many qubits and knows only their rows.
inline constexpr size_t kNarrow = 32;

inline bool is_narrow(const FrameProgram &program) {
  return program.qubits <= kNarrow;
}

/// Ops [begin, end) that run one after the other on the same shots: gates, noise, measurements.
struct Span {
  size_t begin, end;
};

/// One flip of probability p, or one Pauli of a channel: outcome i has p[i] and flips effect[i].
/// The outcomes exclude each other.
struct FaultSite {
  std::vector<double> p;
  std::vector<Gf2> effect;
};

/// Effect of a span on frames, as one linear map over GF(2) from its inputs to its outputs. Outputs
/// are the bits that it writes, in the order of writing, then its rows at its end; other rows stay,
/// and rows that are not read any more are left out of every effect. Example: `H 0; M 0 -> b` has
/// outputs {b, x0, z0}, and of_row[1] (the Z flip at the input) flips b.
struct SpanEffects {
  size_t bits = 0;
  std::vector<size_t> rows;                       // which rows of the program it knows
  std::vector<Gf2> of_row;                        // what each of these flips as it comes in
  std::vector<std::pair<int32_t, Gf2>> of_input;  // input plane, what it flips
  std::vector<Gf2> fair;                          // what each fresh fair coin flips
  std::vector<FaultSite> faults;
  Gf2 always;  // what definite Paulis flip in every shot

  size_t size() const { return bits + rows.size(); }
};

/// Whether an op only handles registers and the mask, and so ends a span.
inline bool is_control(FrameCode code) {
  return code >= FrameCode::kSet;
}

inline bool writes_bit(FrameCode code) {
  return code == FrameCode::kMeasure || code == FrameCode::kPeek;
}

/// Bits that the span writes, in order; no bit stands twice in a span that `span_end` cut.
std::vector<int32_t> written_bits(const FrameProgram &program, Span span);

/// Follows every row, coin and fault of the span to its outputs, in one pass from the end to the
/// beginning: at each op the effect of a flip before it follows from the effects after it. `live`
/// marks the rows that are read after the span.
SpanEffects effects_of(const FrameProgram &program, Span span, const Gf2 &live);

/// The rows that are read before or after the span begins, given those that are read after it.
Gf2 live_before(const SpanEffects &effects, const Gf2 &live);

/// Cuts a run of ops without control ops, which begins at `begin`, where programs made of equal
/// rounds repeat: after about eight measured bits (or kNarrow qubits, see there), between
/// measurements and what follows them, and always before a bit is written again. Returns the end of
/// the first span.
size_t span_end(const FrameProgram &program, size_t begin);

}  // namespace pentad
