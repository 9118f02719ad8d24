#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "amplitudes/precision.h"
#include "base/control.h"
#include "base/counts.h"
#include "base/slots.h"
#include "sweeps/matrix.h"

namespace pentad {

enum class TrajectoryCode : int32_t {
  kGate,     // matrix `index` on a, where b and c (-1: none; c not alone) are 1
  kMeasure,  // a into slot `index`; records 1 for 0 with rates[0], 0 for 1 with rates[1]
  kReset,    // a
  kPauli1,   // X, Y, Z on a with rates[0], rates[1], rates[2]
  kPauli2,   // one of the 15 Paulis on a and b, each with rates[0] / 15
  kDamp,     // amplitude damping of a: |1> decays with probability rates[0]
  kLogic     // slot `index` = slot `index` (TrajectoryLogic a) slot b
};

/// kZero and kOne read no slot.
enum class TrajectoryLogic : int32_t { kZero, kOne, kXor, kOr, kAnd, kAndNot };

/// `condition` is -1, or an index of TrajectoryProgram::conditions.
struct TrajectoryOp {
  TrajectoryCode code;
  int32_t a, b, c, index, condition;
  std::array<double, 3> rates;
};

inline constexpr size_t kMaxTrajectoryOps = size_t{1} << 22;

/// A noisy circuit from |0...0> that writes outcomes into `slots` slots (all 0 at first).
struct TrajectoryProgram {
  int32_t qubits, slots;
  std::vector<TrajectoryOp> ops;
  std::vector<Matrix> matrices;
  std::vector<SlotCondition> conditions;
};

struct TrajectoryRequest {
  uint64_t shots, seed, state_bytes;
  Precision precision = Precision::kDouble;
  unsigned threads = 1;
};

/// Throws std::invalid_argument, naming the op, unless all indices are in range, all matrix entries
/// finite and all rates probabilities.
void check_trajectory(const TrajectoryProgram &program);

/// Samples noisy runs, each shot a quantum trajectory of its own, exactly: no channel is twirled.
///
/// Every shot draws from its own stream (seed, shot) where noise may cause its next fault, which
/// depends on the rates alone. Damping is a fault with at most its rate: a shot is a candidate with
/// that probability, decays with the population of |1> if it is one, and else gets the no-jump
/// operator diag(1, sqrt(1 - rate)), which is part of the next gate's matrix. So whatever happens
/// between two-qubit gates is a 2x2 matrix, and shots that had the same history share one state: a
/// group goes on in one sweep a block until some of its shots have a fault, then splits, the
/// smaller part on a copy. Example: with 1,000 shots and 1 % noise about 990 share one run.
/// Measurements that nothing depends on are sampled from the last state.
///
/// The state of a shot is a function of its history alone, so neither the number of threads nor
/// how shots are grouped changes the result, which depends on program, shots, seed, precision and
/// processor. Requires check_trajectory(program). Returns false when cancelled. States take at most
/// `state_bytes`, or one state where that is more; with k shots to a chunk, k <= 65,536, each
/// thread holds up to log2(k) + 2 states. Throws std::bad_alloc when a state does not fit.
bool run_trajectories(const TrajectoryProgram &program, const TrajectoryRequest &request,
                      Control &control, Counts &counts);

}  // namespace pentad
