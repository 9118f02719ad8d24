#include "trajectories/worker.h"

#include <algorithm>
#include <utility>

namespace pentad {
namespace {

bool has_state(const Block &block) {
  return block.kind == BlockKind::kTurn || block.kind == BlockKind::kGate;
}

}  // namespace

template <typename T>
PreparedTrajectories<T>::PreparedTrajectories(const TrajectoryProgram &program_)
    : program(program_),
      plan(plan_trajectories(program)),
      kernels(sweep_kernels<T>()),
      bits(state_bits(program.qubits, kernels)) {
  for (const Block &block : plan.blocks) {
    without_faults.push_back(has_state(block)
                                 ? sweeps_of<T>(block, run_matrices(block, {}, {}),
                                                program.matrices, bits, kernels.lane_bits)
                                 : TileSweeps<T>{});
  }
}

template <typename T>
TrajectoryWorker<T>::TrajectoryWorker(const PreparedTrajectories<T> &job, Control &control)
    : job_(job),
      control_(control),
      shots_(job.plan, job.program.slots),
      tally_(job.program.slots) {}

template <typename T>
bool TrajectoryWorker<T>::run(uint64_t seed, uint64_t first, size_t count) {
  shots_.start(seed, first, count);
  ShotBranch branch{fresh(), {}, std::vector<uint32_t>(count), 0, false};
  branch.state->set_ground();
  for (size_t i = 0; i < count; ++i) branch.shots[i] = static_cast<uint32_t>(i);
  heap(branch.shots);
  return walk(std::move(branch));
}

template <typename T>
bool TrajectoryWorker<T>::walk(ShotBranch branch) {
  for (; branch.block < job_.plan.blocks.size(); ++branch.block) {
    if (control_.cancelled() || !step(branch)) return false;
  }
  finish(branch);
  spare_.push_back(std::move(branch.state));
  return true;
}

template <typename T>
bool TrajectoryWorker<T>::step(ShotBranch &branch) {
  const Block &block = job_.plan.blocks[branch.block];
  if (block.condition >= 0 && !std::exchange(branch.decided, false)) {
    const std::optional<bool> does = choose(branch, block);
    if (!does) return false;
    if (!*does) return true;
  }
  if (block.kind == BlockKind::kLogic) {
    const auto logic = static_cast<TrajectoryLogic>(block.a);
    for (const uint32_t shot : branch.shots) shots_.combine(shot, block.index, logic, block.b);
    return true;
  }
  const bool measures = block.kind == BlockKind::kMeasure || block.kind == BlockKind::kReset;
  return measures ? measure(branch, block) : turn(branch, block);
}

/// Whether the block happens in this branch, from which shots that decide otherwise are split off;
/// null if cancelled.
template <typename T>
std::optional<bool> TrajectoryWorker<T>::choose(ShotBranch &branch, const Block &block) {
  auto &all = branch.shots;
  const auto middle = std::partition(all.begin(), all.end(),
                                     [&](uint32_t shot) { return holds(shot, block.condition); });
  if (middle == all.end()) return true;
  std::vector<uint32_t> skipping(middle, all.end());
  all.erase(middle, all.end());
  for (const uint32_t shot : skipping) {
    // The faults of the block do not happen either.
    if (shots_.next(shot) < block.end_location) shots_.skip_to(shot, block.end_location);
  }
  heap(skipping);
  heap(all);
  if (all.empty()) {
    all.swap(skipping);
    return false;
  }
  const bool fewer = all.size() < skipping.size();
  ShotBranch other = fork(branch, fewer ? std::exchange(all, skipping) : std::move(skipping),
                          fewer ? branch.block : branch.block + 1);
  other.decided = fewer;
  if (!walk(std::move(other))) return std::nullopt;
  return !fewer;
}

template <typename T>
bool TrajectoryWorker<T>::turn(ShotBranch &branch, const Block &block) {
  std::vector<FaultGroup> parts = split_off_faulty(branch, block);
  if (!parts.empty()) return split(branch, block, std::move(parts));
  apply(branch, block, {});
  return true;
}

/// The largest part goes on in the branch's own state, the others on copies before it.
template <typename T>
bool TrajectoryWorker<T>::split(ShotBranch &branch, const Block &block,
                                std::vector<FaultGroup> parts) {
  if (!branch.shots.empty()) parts.push_back({{}, std::move(branch.shots)});
  std::stable_sort(parts.begin(), parts.end(), [](const FaultGroup &a, const FaultGroup &b) {
    return a.shots.size() < b.shots.size();
  });
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    ShotBranch other = fork(branch, std::move(parts[i].shots), branch.block + 1);
    apply(other, block, parts[i].faults);
    heap(other.shots);
    if (!walk(std::move(other))) return false;
  }
  branch.shots = std::move(parts.back().shots);
  heap(branch.shots);
  apply(branch, block, parts.back().faults);
  return true;
}

template <typename T>
bool TrajectoryWorker<T>::holds(uint32_t shot, int32_t condition) const {
  const SlotCondition &terms = job_.program.conditions[static_cast<size_t>(condition)];
  return std::all_of(terms.begin(), terms.end(),
                     [&](int32_t term) { return shots_.bit(shot, term / 2) == (term % 2 == 1); });
}

template <typename T>
void TrajectoryWorker<T>::heap(std::vector<uint32_t> &shots) const {
  std::make_heap(shots.begin(), shots.end(),
                 [&](uint32_t a, uint32_t b) { return shots_.later(a, b); });
}

template <typename T>
typename TrajectoryWorker<T>::ShotBranch TrajectoryWorker<T>::fork(const ShotBranch &from,
                                                                   std::vector<uint32_t> shots,
                                                                   size_t block) {
  ShotBranch branch{fresh(), from.frame, std::move(shots), block, false};
  branch.state->copy_from(*from.state);
  return branch;
}

template <typename T>
typename TrajectoryWorker<T>::StatePointer TrajectoryWorker<T>::fresh() {
  if (spare_.empty()) {
    return std::make_unique<TileState<T>>(job_.program.qubits, job_.kernels);
  }
  StatePointer state = std::move(spare_.back());
  spare_.pop_back();
  return state;
}

template struct PreparedTrajectories<float>;
template struct PreparedTrajectories<double>;

/// Instantiates the members defined here; noise.cc and measure.cc instantiate the others.
template class TrajectoryWorker<float>;
template class TrajectoryWorker<double>;

}  // namespace pentad
