#pragma once
#include <vector>

#include "trajectories/block.h"
#include "trajectories/plan.h"
#include "amplitudes/tile-state.h"

namespace pentad {

/// A program made ready once for all threads.
template <typename T>
struct TrajectoryJob {
  const TrajectoryProgram &program;
  TrajectoryPlan plan;
  const SweepKernels<T> &kernels;
  /// Index bits of a state.
  int bits;
  /// Each block's sweeps where nothing strikes and no frame waits.
  std::vector<Group<T>> usual;

  explicit TrajectoryJob(const TrajectoryProgram &program);
};

}  // namespace pentad
