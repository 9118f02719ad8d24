/// Measurements and resets within a branch, and the ones at the end that nothing depends on.
#include <algorithm>
#include <array>
#include <utility>

#include "trajectories/worker.h"

namespace pentad {
namespace {

/// Weights summed at a time while the last state is sampled.
constexpr size_t kStretch = 256;

/// Walks the weights of a state in ascending order of the sums that are asked for.
template <typename T>
class Cumulative {
 public:
  explicit Cumulative(const TileState<T> &state) : state_(state) {
    for (size_t i = 0; i < state.size(); i += kStretch) {
      sums_.push_back(state.weight(i, std::min(i + kStretch, state.size())));
      total_ += sums_.back();
    }
  }
  double total() const { return total_; }

  /// The index at which the sum of the weights passes `sum`; never one of weight 0.
  size_t index(double sum) {
    while (stretch_ + 1 < sums_.size() && before_ + sums_[stretch_] <= sum) {
      before_ += sums_[stretch_++];
    }
    const size_t from = stretch_ * kStretch, to = std::min(from + kStretch, state_.size());
    double passed = before_;
    size_t found = from;
    for (size_t i = from; i < to; ++i) {
      const double weight = state_.weight(i);
      if (weight > 0) found = i;
      passed += weight;
      if (passed > sum) break;
    }
    return found;
  }

 private:
  const TileState<T> &state_;
  std::vector<double> sums_;
  size_t stretch_ = 0;
  double before_ = 0, total_ = 0;
};

}  // namespace

/// Measures or resets; shots with the other outcome, the smaller group, continue on a copy of the
/// state.
template <typename T>
bool TrajectoryWorker<T>::measure(ShotBranch &branch, const Block &block) {
  const bool resets = block.kind == BlockKind::kReset;
  const auto weights = branch.state->weights(block.a);
  const bool flipped = (branch.frame.x >> block.a & 1) != 0;
  std::array<std::vector<uint32_t>, 2> parts;
  for (const uint32_t shot : branch.shots) {
    const bool one = shots_.rng(shot).uniform() * (weights[0] + weights[1]) >= weights[0];
    const size_t outcome = one && weights[1] > 0 ? 1 : 0;
    parts[outcome].push_back(shot);
    if (!resets) shots_.record(shot, block.index, (outcome == 1) != flipped, block.flips);
  }
  if (resets) {
    branch.frame.x &= ~bit_of(block.a);
    branch.frame.z &= ~bit_of(block.a);
  }
  const int more = parts[1].size() > parts[0].size() ? 1 : 0;
  const auto project = [&](ShotBranch &to, int outcome) {
    to.state->collapse(block.a, outcome, weights[static_cast<size_t>(outcome)], resets);
    heap(to.shots);
  };
  auto &fewer = parts[static_cast<size_t>(1 - more)];
  if (!fewer.empty()) {
    ShotBranch other = fork(branch, std::move(fewer), branch.block + 1);
    project(other, 1 - more);
    if (!walk(std::move(other))) return false;
  }
  branch.shots = std::move(parts[static_cast<size_t>(more)]);
  project(branch, more);
  return true;
}

/// Samples the measurements that nothing depends on, and counts the outcomes.
template <typename T>
void TrajectoryWorker<T>::finish(ShotBranch &branch) {
  const auto &last = job_.plan.last;
  if (!last.empty()) {
    Cumulative<T> cumulative(*branch.state);
    std::vector<std::pair<double, uint32_t>> draws;
    for (const uint32_t shot : branch.shots) {
      draws.emplace_back(shots_.rng(shot).uniform() * cumulative.total(), shot);
    }
    std::sort(draws.begin(), draws.end());
    for (const auto &[sum, shot] : draws) {
      const size_t index = cumulative.index(sum);
      for (const FinalMeasurement &each : last) {
        const bool outcome = ((index ^ branch.frame.x) >> each.qubit & 1) != 0;
        shots_.record(shot, each.slot, outcome, each.flips);
      }
    }
  }
  for (const uint32_t shot : branch.shots) tally_.add(shots_.key(shot), 1);
  control_.done += branch.shots.size();
}

template bool TrajectoryWorker<float>::measure(ShotBranch &, const Block &);
template void TrajectoryWorker<float>::finish(ShotBranch &);
template bool TrajectoryWorker<double>::measure(ShotBranch &, const Block &);
template void TrajectoryWorker<double>::finish(ShotBranch &);

}  // namespace pentad
