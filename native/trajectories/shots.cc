#include "trajectories/shots.h"

#include <algorithm>
#include <cmath>

namespace pentad {

void TrajectoryShots::skip_to(uint32_t shot, uint32_t location) {
  const auto &hazard = plan_.hazard;
  const double used = hazard[location] - std::log1p(-shots_[shot].rng.uniform());
  const auto from = hazard.begin() + location + 1;
  shots_[shot].next =
      static_cast<uint32_t>(std::upper_bound(from, hazard.end(), used) - hazard.begin() - 1);
}

void TrajectoryShots::record(uint32_t shot, int32_t slot, bool outcome,
                             const std::array<double, 2> &flips) {
  const double flip = flips[outcome ? 1 : 0];
  const bool recorded = outcome != (flip > 0 && shots_[shot].rng.uniform() < flip);
  set(shot, slot, recorded);
}

void TrajectoryShots::combine(uint32_t shot, int32_t slot, TrajectoryLogic logic, int32_t source) {
  const bool old = bit(shot, slot), from = source >= 0 && bit(shot, source);
  switch (logic) {
    case TrajectoryLogic::kZero:
      return set(shot, slot, false);
    case TrajectoryLogic::kOne:
      return set(shot, slot, true);
    case TrajectoryLogic::kXor:
      return set(shot, slot, old != from);
    case TrajectoryLogic::kOr:
      return set(shot, slot, old || from);
    case TrajectoryLogic::kAnd:
      return set(shot, slot, old && from);
    case TrajectoryLogic::kAndNot:
      return set(shot, slot, old && !from);
  }
}

void TrajectoryShots::set(uint32_t shot, int32_t slot, bool value) {
  const uint64_t bit = uint64_t{1} << (slot % 64);
  uint64_t &word = bits_[this->word(shot, slot)];
  word = value ? word | bit : word & ~bit;
}

}  // namespace pentad
