#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/control.h"
#include "amplitudes/tally.h"
#include "trajectory_job.h"
#include "trajectories/shots.h"
#include "amplitudes/tile-state.h"

namespace pentad {

/// Runs chunks of shots, each a tree of groups that is walked depth first.
template <typename T>
class TrajectoryWorker {
 public:
  TrajectoryWorker(const TrajectoryJob<T> &job, Control &control);

  /// False when cancelled.
  bool run(uint64_t seed, uint64_t first, size_t count);

  Counts counts() { return tally_.merged(); }

 private:
  using StatePointer = std::unique_ptr<TrajectoryState<T>>;
  /// Shots that share their history so far. `shots` is a heap by the next location.
  struct Branch {
    StatePointer state;
    PauliFrame frame;
    std::vector<uint32_t> shots;
    size_t block;
    /// Whether the block's condition is known to hold.
    bool decided;
  };
  /// Shots that were struck in the same way.
  struct Struck {
    Strikes strikes;
    std::vector<uint32_t> shots;
  };

  bool walk(Branch branch);
  bool step(Branch &branch);
  std::optional<bool> choose(Branch &branch, const Block &block);
  bool turn(Branch &branch, const Block &block);
  bool divide(Branch &branch, const Block &block, std::vector<Struck> parts);
  std::vector<Struck> struck(Branch &branch, const Block &block);
  Strikes strikes_of(uint32_t shot, const Branch &branch, const Block &block,
                     std::optional<PairDensity> &density);
  bool measure(Branch &branch, const Block &block);
  void finish(Branch &branch);
  void apply(Branch &branch, const Block &block, const Strikes &strikes);
  PairDensity density(const Branch &branch, const Block &block) const;
  bool holds(uint32_t shot, int32_t condition) const;
  void heap(std::vector<uint32_t> &shots) const;
  Branch fork(const Branch &from, std::vector<uint32_t> shots, size_t block);
  StatePointer fresh();

  const TrajectoryJob<T> &job_;
  Control &control_;
  TrajectoryShots shots_;
  Tally tally_;
  std::vector<StatePointer> spare_;
};

}  // namespace pentad
