#include "amplitudes/readout.h"

#include <bit>
#include <cmath>

namespace pentad {
namespace {

uint64_t target_bit(const Step &step) {
  return step.target < 0 ? 0 : uint64_t{1} << step.target;
}

bool only_reads_differently(const Step &step) {
  const Matrix &m = step.matrix;
  if (step.target < 0) return is_phase(m[0]);
  return std::popcount(step.mask) <= 1 && m[0] == 0. && m[3] == 0. && m[1] == 1. && m[2] == 1.;
}

/// Marks the steps that can be moved behind all those that stay.
std::vector<bool> find_last(const std::vector<Step> &steps) {
  std::vector<bool> last(steps.size());
  uint64_t changed = 0, used = 0;
  for (size_t i = steps.size(); i-- > 0;) {
    const Step &step = steps[i];
    const uint64_t target = target_bit(step);
    last[i] = only_reads_differently(step) && (step.mask & changed) == 0 && (target & used) == 0;
    if (last[i]) continue;
    changed |= target;
    used |= target | step.mask;
  }
  return last;
}

void read_through(const Step &step, Readout &readout) {
  if (step.target < 0) return;
  const auto target = static_cast<size_t>(step.target);
  bool flips = step.mask == step.value;
  if (step.mask != 0) {
    const auto control = static_cast<size_t>(std::countr_zero(step.mask));
    readout.masks[target] ^= readout.masks[control];
    flips = ((readout.flips >> control & 1) != 0) != (step.value == 0);
  }
  readout.flips ^= uint64_t{flips} << target;
}

}  // namespace

Readout::Readout() {
  for (size_t qubit = 0; qubit < masks.size(); ++qubit) masks[qubit] = uint64_t{1} << qubit;
}

Readout take_readout(std::vector<Step> &steps) {
  const std::vector<bool> last = find_last(steps);
  Readout readout;
  std::vector<Step> kept;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (last[i]) {
      read_through(steps[i], readout);
    } else {
      kept.push_back(steps[i]);
    }
  }
  steps = std::move(kept);
  return readout;
}

}  // namespace pentad
