#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "control.h"
#include "statevector.h"

namespace pentad {

enum class CircuitCode : int32_t {
  kGate,    // index = matrix, target, control or -1
  kMeasure  // index = slot that receives the outcome, target
};

struct CircuitOp {
  CircuitCode code;
  int32_t target, control, index;
};

inline constexpr int32_t kMaxSlots = 1 << 20;

/// A circuit over `qubits` qubits that writes outcomes into `slots` slots (all 0 at first).
struct Circuit {
  int32_t qubits, slots;
  std::vector<CircuitOp> ops;
  std::vector<Matrix> matrices;
};

/// Distinct outcomes in ascending order: key i is the `words` words from keys[i * words], slot s
/// at word s / 64, bit s % 64, and came out counts[i] times.
struct Counts {
  size_t words = 0;
  std::vector<uint64_t> keys, counts;
};

/// Throws std::invalid_argument, naming the op, unless all indices are in range and all matrix
/// entries finite.
void check_circuit(const Circuit &circuit);

/// Samples `shots` runs of the circuit by state vector.
///
/// A measurement is final when no later gate has its qubit as target (being a control commutes
/// with being measured). Final ones are sampled from the last state in one pass over its
/// probabilities, against sorted uniforms. At any other one the shots divide by a binomial draw,
/// and each outcome that got some goes on from the projected state, so the work grows with the
/// distinct outcomes and not with the shots. Example: h 0, measure 0, h 0, measure 0 with 1,000
/// shots runs two branches of about 500 shots.
///
/// The state before a division is kept for the second branch while all kept ones fit in
/// `kept_bytes`; beyond that the branch starts again from |0...0>. Neither choice changes the
/// result, which depends on circuit, shots and seed. Requires check_circuit(circuit). Returns
/// false when cancelled. Time O(branches * ops * 2^n + shots log shots); memory 16 * 2^n +
/// kept_bytes + O(shots) bytes. Throws std::bad_alloc when the state does not fit.
bool run_circuit(const Circuit &circuit, uint64_t shots, uint64_t seed, uint64_t kept_bytes,
                 Control &control, Counts &counts);

}  // namespace pentad
