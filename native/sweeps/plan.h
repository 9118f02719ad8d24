#pragma once
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sweeps/kernels.h"
#include "sweeps/matrix.h"

namespace pentad {

/// A matrix on `target` where the index matches: (index & mask) == value. With target -1, a phase:
/// matrix[0] multiplies the amplitudes that match. Requires target outside mask, value within it.
struct Step {
  int target;
  uint64_t mask, value;
  Matrix matrix;
};

/// Appends a controlled matrix as one or two steps; diagonal ones become phases.
void add_steps(const Matrix &matrix, int target, uint64_t mask, uint64_t value,
               std::vector<Step> &steps);

/// Sizes that suit a processor, in bits of an amplitude's index.
struct Shape {
  int qubits;      // of the state
  int block_bits;  // a block and its tiles stay in the second-level cache
  int tile_bits;   // a tile stays in the first-level cache
  int run_bits;    // the least run of amplitudes that is worth fetching from memory
};

/// A share of the bits of an index: which positions within the enclosing block a gathered block
/// takes.
struct IndexBits {
  uint64_t qubits = 0;
  std::vector<uint64_t> offsets;
  int run_bits = 0;
  /// Positions left out, ascending: block i lies where the bits of i are spread over them.
  std::vector<int> rest;

  MemoryRuns runs() const { return {offsets.data(), offsets.size(), run_bits}; }
};

/// Bit i of the index at positions[i].
uint64_t deposit_bits(uint64_t index, const std::vector<int> &positions);

template <typename T>
struct alignas(64) LaneRow {
  T lane[64 / sizeof(T)];
};

/// Sweeps over tiles of some qubits of a block.
template <typename T>
struct TileSweeps {
  IndexBits positions;
  /// The qubit of each entry of positions.rest.
  std::vector<int> rest_qubits;
  std::vector<Sweep<T>> sweeps;
  std::vector<LaneRow<T>> lanes;
  std::complex<double> scale = 1;
};

/// One pass over memory: blocks of some qubits, each run through the groups.
template <typename T>
struct Pass {
  IndexBits positions;
  std::vector<TileSweeps<T>> groups;
  size_t steps = 0;
};

/// Cuts a list of steps into passes, as many steps in each as a greedy choice of qubits allows.
///
/// A step needs its target among a pass's qubits; qubits it only reads (controls, phases) may lie
/// outside, where they are constant over a block. Steps that share a qubit which one of them
/// changes keep their order. The low qubits belong to every pass, so that runs of memory are read
/// whole. Within a pass, groups are cut out in the same way for tiles. Example: 24 qubits, blocks
/// of 15: ten layers of nearest-neighbour gates take about four passes instead of 360.
///
/// Only the next kWindow steps are considered, so a pass costs O(window * block_bits * qubits).
template <typename T>
class Planner {
 public:
  /// `steps` must outlive the planner.
  Planner(const std::vector<Step> &steps, const Shape &shape, int lane_bits);

  /// False when all steps have been planned.
  bool next(Pass<T> &pass);

 private:
  static constexpr size_t kWindow = 4096;
  TileSweeps<T> next_group(std::vector<uint32_t> &of, uint64_t qubits) const;

  const std::vector<Step> &steps_;
  Shape shape_;
  int lane_bits_;
  std::vector<uint32_t> waiting_;
  size_t unseen_ = 0;
};

}  // namespace pentad
