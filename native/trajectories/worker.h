#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "amplitudes/tally.h"
#include "amplitudes/tile-state.h"
#include "base/control.h"
#include "trajectories/block.h"
#include "trajectories/plan.h"
#include "trajectories/shots.h"

namespace pentad {

/// A program prepared once for all threads.
template <typename T>
struct PreparedTrajectories {
  const TrajectoryProgram &program;
  TrajectoryPlan plan;
  const SweepKernels<T> &kernels;
  /// Index bits of a state.
  int bits;
  /// Sweeps of each block for the case without faults and pending frames.
  std::vector<TileSweeps<T>> without_faults;

  explicit PreparedTrajectories(const TrajectoryProgram &program);
};

/// Runs chunks of shots, each a tree of groups that is walked depth first.
template <typename T>
class TrajectoryWorker {
 public:
  TrajectoryWorker(const PreparedTrajectories<T> &job, Control &control);

  /// False when cancelled.
  bool run(uint64_t seed, uint64_t first, size_t count);

  Counts counts() { return tally_.merged(); }

 private:
  using StatePointer = std::unique_ptr<TileState<T>>;
  /// Shots that share their history so far. `shots` is a heap by the next location.
  struct ShotBranch {
    StatePointer state;
    PauliFrame frame;
    std::vector<uint32_t> shots;
    size_t block;
    /// Whether the block's condition is known to hold.
    bool decided;
  };
  /// Shots with the same faults.
  struct FaultGroup {
    Faults faults;
    std::vector<uint32_t> shots;
  };

  bool walk(ShotBranch branch);
  bool step(ShotBranch &branch);
  std::optional<bool> choose(ShotBranch &branch, const Block &block);
  bool turn(ShotBranch &branch, const Block &block);
  bool split(ShotBranch &branch, const Block &block, std::vector<FaultGroup> parts);
  std::vector<FaultGroup> split_off_faulty(ShotBranch &branch, const Block &block);
  Faults faults_of(uint32_t shot, const ShotBranch &branch, const Block &block,
                   std::optional<PairDensity> &density);
  bool measure(ShotBranch &branch, const Block &block);
  void finish(ShotBranch &branch);
  void apply(ShotBranch &branch, const Block &block, const Faults &faults);
  PairDensity density(const ShotBranch &branch, const Block &block) const;
  bool holds(uint32_t shot, int32_t condition) const;
  void heap(std::vector<uint32_t> &shots) const;
  ShotBranch fork(const ShotBranch &from, std::vector<uint32_t> shots, size_t block);
  StatePointer fresh();

  const PreparedTrajectories<T> &job_;
  Control &control_;
  TrajectoryShots shots_;
  Tally tally_;
  std::vector<StatePointer> spare_;
};

}  // namespace pentad
