#pragma once
#include <cstdint>
#include <vector>

#include "amplitudes/tile-state.h"
#include "trajectories/plan.h"

namespace pentad {

/// The faults of a group of shots within one block, in the order of the locations; empty if none.
/// Each is 16 * location plus its kind: for kPauli1 1, 2, 3 for X, Y, Z; for kPauli2 the first
/// Pauli plus 4 times the second; for kJump 1.
using Faults = std::vector<uint64_t>;

inline uint64_t fault_code(uint32_t location, uint32_t what) {
  return uint64_t{location} * 16 + what;
}

/// Paulis that were not done yet: bit q of x and z for qubit q.
struct PauliFrame {
  uint64_t x = 0, z = 0;
};

/// The bit of `qubit`, or none of them.
inline uint64_t bit_of(int32_t qubit, bool on = true) {
  return on ? uint64_t{1} << qubit : 0;
}

/// A block's runs as two matrices, with the frame before them and the faults within.
struct RunMatrices {
  std::array<Matrix, 2> matrices{kIdentity, kIdentity};
};

RunMatrices run_matrices(const Block &block, const PauliFrame &frame, const Faults &faults);

/// The population of |1> at `location`, which is a jump's, after these faults; `density` is the
/// density matrix of the runs' qubits before the block.
double jump_share(const Block &block, const PauliFrame &frame, const Faults &faults,
                  uint32_t location, const PairDensity &density);

/// The weight that is left of `density` after the runs.
double weight_after(const RunMatrices &runs, const PairDensity &density);

/// The block's runs and gate as sweeps over a whole state of `bits` qubits.
template <typename T>
TileSweeps<T> sweeps_of(const Block &block, const RunMatrices &runs,
                        const std::vector<Matrix> &matrices, int bits, int lane_bits);

}  // namespace pentad
