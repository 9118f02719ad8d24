#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "sweeps/matrix.h"
#include "trajectories/sample.h"

namespace pentad {

inline constexpr Matrix kIdentity{1., 0., 0., 1.};
/// I, X, Y, Z.
inline const std::array<Matrix, 4> kPaulis{
    kIdentity, Matrix{0., 1., 1., 0.},
    Matrix{0., std::complex<double>(0, -1), std::complex<double>(0, 1), 0.},
    Matrix{1., 0., 0., -1.}};

enum class NoiseKind : uint8_t { kPauli1, kPauli2, kJump };

/// A position where a fault may occur. The rates are those of the op.
struct Location {
  NoiseKind kind;
  std::array<double, 3> rates;
};

/// One factor of a run: the matrix that applies unless the noise of `location` (-1: none) has a
/// fault.
struct Element {
  Matrix without_faults;
  int32_t location;
  /// Whether the fault is a decay, not a Pauli.
  bool jumps;
};

/// Operations on one qubit between two multi-qubit blocks, first element first.
struct GateRun {
  int32_t qubit = -1;
  std::vector<Element> elements;
};

enum class BlockKind : uint8_t {
  kTurn,    // the runs alone
  kGate,    // the runs of control and target, then the controlled matrix
  kPauli2,  // on qubits a and b, whose runs were done before; it changes no state, only frames
  kMeasure,
  kReset,
  kLogic  // slot `index` = slot `index` (TrajectoryLogic a) slot b
};

/// Operations that all shots of a group undergo together. Locations are numbered in the order of
/// the blocks, and within one in the order of its runs.
struct Block {
  BlockKind kind = BlockKind::kTurn;
  int32_t condition = -1;
  int32_t a = -1, b = -1, c = -1;
  int32_t index = -1;
  std::array<double, 2> flips{};
  std::array<GateRun, 2> runs;
  uint32_t first_location = 0, end_location = 0;
};

/// A measurement that nothing later depends on.
struct FinalMeasurement {
  int32_t qubit, slot;
  std::array<double, 2> flips;
};

struct TrajectoryPlan {
  std::vector<Block> blocks;
  std::vector<Location> locations;
  /// Sum of -log(1 - p) over the locations before each, and over all: the next fault lies
  /// where an exponential variate is used up.
  std::vector<double> hazard;
  std::vector<FinalMeasurement> last;
};

/// Time O(ops).
TrajectoryPlan plan_trajectories(const TrajectoryProgram &program);

}  // namespace pentad
