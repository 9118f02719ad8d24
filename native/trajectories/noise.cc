/// The faults of the shots of a branch within one block, and what the block then does to their
/// state.
#include <algorithm>
#include <cmath>
#include <utility>

#include "trajectories/worker.h"

namespace pentad {
namespace {

uint64_t bits_of(const Block &block) {
  uint64_t bits = 0;
  for (const GateRun &run : block.runs) bits |= run.qubit < 0 ? 0 : uint64_t{1} << run.qubit;
  return bits;
}

/// Pauli faults on both qubits of a block wait until something else happens to these.
void update_frame(const Block &block, const Faults &faults, PauliFrame &frame) {
  for (const uint64_t each : faults) {
    for (const auto &[qubit, pauli] : {std::pair(block.a, each % 4), {block.b, each % 16 / 4}}) {
      frame.x ^= bit_of(qubit, pauli == 1 || pauli == 2);
      frame.z ^= bit_of(qubit, pauli == 2 || pauli == 3);
    }
  }
}

}  // namespace

/// Takes the shots that have a fault within the block out of the branch, those of one kind at a
/// time.
template <typename T>
std::vector<typename TrajectoryWorker<T>::FaultGroup> TrajectoryWorker<T>::split_off_faulty(
    ShotBranch &branch, const Block &block) {
  const auto later = [&](uint32_t a, uint32_t b) { return shots_.later(a, b); };
  auto &heap = branch.shots;
  std::vector<std::pair<Faults, uint32_t>> hit;
  std::vector<uint32_t> spared;
  std::optional<PairDensity> density;
  while (!heap.empty() && shots_.next(heap.front()) < block.end_location) {
    const uint32_t shot = heap.front();
    std::pop_heap(heap.begin(), heap.end(), later);
    heap.pop_back();
    Faults faults = faults_of(shot, branch, block, density);
    if (faults.empty()) {
      spared.push_back(shot);
    } else {
      hit.emplace_back(std::move(faults), shot);
    }
  }
  for (const uint32_t shot : spared) {
    heap.push_back(shot);
    std::push_heap(heap.begin(), heap.end(), later);
  }
  std::sort(hit.begin(), hit.end());
  std::vector<FaultGroup> parts;
  for (auto &[faults, shot] : hit) {
    if (parts.empty() || parts.back().faults != faults) {
      parts.push_back({std::move(faults), {}});
    }
    parts.back().shots.push_back(shot);
  }
  return parts;
}

/// Draws the faults of a shot within the block, and where its next one may be.
template <typename T>
Faults TrajectoryWorker<T>::faults_of(uint32_t shot, const ShotBranch &branch, const Block &block,
                                      std::optional<PairDensity> &density) {
  Faults faults;
  for (uint32_t at = shots_.next(shot); at < block.end_location; at = shots_.next(shot)) {
    const Location &location = job_.plan.locations[at];
    const auto &p = location.rates;
    const double draw = shots_.rng(shot).uniform();
    if (location.kind == NoiseKind::kPauli2) {
      faults.push_back(fault_code(at, 1 + std::min(14u, static_cast<uint32_t>(draw * 15))));
    } else if (location.kind == NoiseKind::kPauli1) {
      const double position = draw * (p[0] + p[1] + p[2]);
      faults.push_back(fault_code(at, position < p[0] ? 1 : position < p[0] + p[1] ? 2 : 3));
    } else {
      if (!density) density = this->density(branch, block);
      if (draw < jump_share(block, branch.frame, faults, at, *density)) {
        faults.push_back(fault_code(at, 1));
      }
    }
    shots_.skip_to(shot, at + 1);
  }
  return faults;
}

template <typename T>
void TrajectoryWorker<T>::apply(ShotBranch &branch, const Block &block, const Faults &faults) {
  if (block.kind == BlockKind::kPauli2) return update_frame(block, faults, branch.frame);
  const uint64_t touched = bits_of(block);
  PauliFrame &frame = branch.frame;
  if (faults.empty() && ((frame.x | frame.z) & touched) == 0) {
    return branch.state->run(
        job_.without_faults[static_cast<size_t>(&block - job_.plan.blocks.data())]);
  }
  const RunMatrices runs = run_matrices(block, frame, faults);
  const bool jumped = std::any_of(faults.begin(), faults.end(), [&](uint64_t each) {
    return job_.plan.locations[each / 16].kind == NoiseKind::kJump;
  });
  // A decay may leave a small norm, and many decays one that underflows.
  if (jumped) {
    const double weight = weight_after(runs, density(branch, block));
    if (weight > 0) branch.state->multiply(1 / std::sqrt(weight));
  }
  branch.state->run(
      sweeps_of<T>(block, runs, job_.program.matrices, job_.bits, job_.kernels.lane_bits));
  frame.x &= ~touched;
  frame.z &= ~touched;
}

template <typename T>
PairDensity TrajectoryWorker<T>::density(const ShotBranch &branch, const Block &block) const {
  return branch.state->density(block.runs[0].qubit, block.runs[1].qubit);
}

template std::vector<TrajectoryWorker<float>::FaultGroup> TrajectoryWorker<float>::split_off_faulty(
    ShotBranch &, const Block &);
template void TrajectoryWorker<float>::apply(ShotBranch &, const Block &, const Faults &);
template std::vector<TrajectoryWorker<double>::FaultGroup>
TrajectoryWorker<double>::split_off_faulty(ShotBranch &, const Block &);
template void TrajectoryWorker<double>::apply(ShotBranch &, const Block &, const Faults &);

}  // namespace pentad
