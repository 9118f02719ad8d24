#include "trajectory_job.h"

namespace pentad {
namespace {

bool has_state(const Block &block) {
  return block.kind == BlockKind::kTurn || block.kind == BlockKind::kGate;
}

}  // namespace

template <typename T>
TrajectoryJob<T>::TrajectoryJob(const TrajectoryProgram &program_)
    : program(program_),
      plan(plan_trajectories(program)),
      kernels(sweep_kernels<T>()),
      bits(state_bits(program.qubits, kernels)) {
  for (const Block &block : plan.blocks) {
    usual.push_back(has_state(block) ? sweeps_of<T>(block, run_matrices(block, {}, {}),
                                                    program.matrices, bits, kernels.lane_bits)
                                     : Group<T>{});
  }
}

template struct TrajectoryJob<float>;
template struct TrajectoryJob<double>;

}  // namespace pentad
