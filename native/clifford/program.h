#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../statevector/circuit.h"
#include "../base/control.h"

namespace pentad {

/// Same order as OP_CODES in main/simulation/stabilizer_encode.ts.
enum class StabilizerCode : int32_t {
  kH,        // a = qubit
  kS,        // a = qubit
  kX,        // a = qubit
  kZ,        // a = qubit
  kCx,       // a = control, b = target
  kCz,       // a, b = qubits
  kSwap,     // a, b = qubits
  kMeasure,  // a = qubit, b = clbit, p[0] = flip of the noted bit
  kReset,    // a = qubit
  kPauli1,   // a = qubit, p = px, py, pz
  kPauli2,   // a, b = qubits, p[0] = total over the 15 Paulis
  kCount
};

/// One op; `condition` is -1, or where its condition starts in StabilizerProgram::conditions.
struct StabilizerOp {
  StabilizerCode code;
  int32_t a, b, condition;
  double p[3];
};

/// A condition is a count and so many literals, all of which must hold: literal 2 b + v asks that
/// classical bit b be v. Example: {2, 6, 9} asks that bit 3 be 0 and bit 4 be 1.
struct StabilizerProgram {
  uint32_t qubits, clbits;
  std::vector<StabilizerOp> ops;
  std::vector<int32_t> conditions;

  /// The literals of an op that has a condition.
  std::span<const int32_t> literals(const StabilizerOp &op) const {
    const int32_t *start = conditions.data() + op.condition;
    return {start + 1, static_cast<size_t>(*start)};
  }
};

inline bool is_pauli(StabilizerCode code) {
  return code == StabilizerCode::kX || code == StabilizerCode::kZ;
}

inline bool is_noise(StabilizerCode code) {
  return code == StabilizerCode::kPauli1 || code == StabilizerCode::kPauli2;
}

inline bool takes_two(StabilizerCode code) {
  return code == StabilizerCode::kCx || code == StabilizerCode::kCz ||
         code == StabilizerCode::kSwap || code == StabilizerCode::kPauli2;
}

/// Whether shots in which the op happens must part from those in which it does not: Paulis and
/// noise are flips of a frame, everything else changes the stabilizers.
inline bool divides(const StabilizerOp &op) {
  return op.condition >= 0 && !is_pauli(op.code) && !is_noise(op.code);
}

inline constexpr uint32_t kMaxStabilizerQubits = 10'000;
inline constexpr uint32_t kMaxStabilizerClbits = 1 << 16;

/// Throws std::invalid_argument, naming the op, unless every index and probability is in range.
void check_stabilizer(const StabilizerProgram &program);

/// How a program is sampled; part of what a seed means.
enum class StabilizerPath {
  kAffine,  // no noise: outcomes are random bits through one matrix over GF(2)
  kFrames,  // one reference shot and Pauli frames that deviate from it
  kGroups,  // as frames, with a reference for every group of shots whose conditions agree
};

/// Samples the classical bits of a Clifford program into bit planes.
///
/// Plane b is row b of `planes`, plane_words(shots) words, shot i at word i / 64, bit i % 64; bits
/// past `shots` are 0. All qubits and bits start at 0. Requires check_stabilizer(program) and
/// zeroed planes. Returns false when cancelled. The result depends on program, shots and seed,
/// never on `threads`.
bool sample_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                       unsigned threads, Control &control, std::vector<uint64_t> &planes,
                       StabilizerPath &path);

/// The same shots one after the other, each (clbits + 7) / 8 bytes, bit b being bit b % 8 of byte
/// b / 8 (Stim's b8). Requires shots * (clbits + 7) / 8 bytes in `packed`; those past the last
/// classical bit are 0.
bool pack_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                     unsigned threads, Control &control, std::vector<uint8_t> &packed,
                     StabilizerPath &path);

/// The same shots counted, batch by batch, without keeping their planes: distinct outcomes in
/// ascending order. Throws std::length_error when keys and counts would take more than
/// `most_bytes`; each thread may hold as much while it works.
bool count_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                      unsigned threads, uint64_t most_bytes, Control &control, Counts &counts,
                      StabilizerPath &path);

}  // namespace pentad
