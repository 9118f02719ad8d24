#pragma once
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "amplitudes/precision.h"
#include "amplitudes/state.h"
#include "base/control.h"
#include "base/counts.h"
#include "base/slots.h"
#include "sweeps/matrix.h"

namespace pentad {

enum class CircuitCode : int32_t {
  kGate,     // index = matrix, target, up to two controls (-1: none)
  kMeasure,  // index = slot that receives the outcome, target
  kReset     // target
};

/// `condition` is -1, or an index of Circuit::conditions.
struct CircuitOp {
  CircuitCode code;
  int32_t target, control, other_control, index, condition;
};

/// A circuit over `qubits` qubits that writes outcomes into `slots` slots (all 0 at first).
struct Circuit {
  int32_t qubits, slots;
  std::vector<CircuitOp> ops;
  std::vector<Matrix> matrices;
  std::vector<SlotCondition> conditions;
};

struct CircuitRequest {
  uint64_t shots, seed, kept_bytes;
  Precision precision = Precision::kDouble;
  Resources resources{};
};

/// Throws std::invalid_argument, naming the op, unless all indices are in range and all matrix
/// entries finite.
void check_circuit(const Circuit &circuit);

/// Samples runs of the circuit by state vector.
///
/// A measurement is deferred to the end when nothing later changes its qubit (a gate that only
/// reads a qubit commutes with its measurement) and no later measurement or reset depends on its
/// slot; a gate that depends on the slot gets the qubit as one more control. Deferred measurements
/// are sampled from the last state in one pass over its probabilities, against sorted uniforms. At
/// any other measurement or reset a binomial draw splits the shots, and each outcome that got
/// some goes on from the projected state, so the work grows with the distinct outcomes and not with
/// the shots. Example: h 0, measure 0, h 0, measure 0 with 1,000 shots runs two branches of about
/// 500 shots; teleportation runs one.
///
/// A qubit that the ops themselves leave in |0> or |1> is measured and reset without a look at the
/// state (see BasisQubits). The others are looked at in one pass for up to eight at a time, as long
/// as no gate on them comes between, and are projected along with the gates that follow.
///
/// The state before a split is kept for the second branch while all kept ones fit in
/// `kept_bytes`; beyond that the branch starts again from |0...0>. Neither that nor the number of
/// threads changes the result, which depends on circuit, shots, seed, precision and processor.
/// Requires check_circuit(circuit). Returns false when cancelled. Time O(branches * ops * 2^n +
/// shots log shots); memory one state + kept_bytes + O(shots) bytes. Throws std::bad_alloc when the
/// state does not fit.
bool run_circuit(const Circuit &circuit, const CircuitRequest &request, Control &control,
                 Counts &counts);

/// The amplitudes after the gates of a circuit without measurements, resets and conditions, for
/// tests. Requires check_circuit(circuit). Returns false when cancelled; throws
/// std::invalid_argument for other circuits.
bool final_state(const Circuit &circuit, const CircuitRequest &request, Control &control,
                 std::vector<std::complex<double>> &amplitudes);

}  // namespace pentad
