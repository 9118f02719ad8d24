#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "trajectories/plan.h"

namespace pentad {

/// The shots of a chunk: where each may have its next fault, and what it has recorded.
class TrajectoryShots {
 public:
  TrajectoryShots(const TrajectoryPlan &plan, int32_t slots)
      : plan_(plan), words_((static_cast<size_t>(slots) + 63) / 64) {}

  /// Shots first .. first + count - 1 of all, numbered from 0 here.
  void start(uint64_t seed, uint64_t first, size_t count) {
    shots_.clear();
    bits_.assign(count * words_, 0);
    for (size_t i = 0; i < count; ++i) {
      shots_.push_back({Rng(seed, first + i), 0});
      skip_to(static_cast<uint32_t>(i), 0);
    }
  }

  Rng &rng(uint32_t shot) { return shots_[shot].rng; }

  /// The location of the next possible fault of the shot; the number of locations when there is
  /// none.
  uint32_t next(uint32_t shot) const { return shots_[shot].next; }

  /// Draws the location of the shot's next possible fault, at `location` or after it.
  void skip_to(uint32_t shot, uint32_t location);

  bool bit(uint32_t shot, int32_t slot) const {
    return (bits_[word(shot, slot)] >> (slot % 64) & 1) != 0;
  }
  /// Records an outcome, wrongly with the probability that its value has.
  void record(uint32_t shot, int32_t slot, bool outcome, const std::array<double, 2> &flips);

  void combine(uint32_t shot, int32_t slot, TrajectoryLogic logic, int32_t source);

  const uint64_t *key(uint32_t shot) const { return bits_.data() + shot * words_; }

  /// Orders by the next location, so that a heap gives the earliest first.
  bool later(uint32_t a, uint32_t b) const { return next(a) > next(b); }

 private:
  void set(uint32_t shot, int32_t slot, bool value);

  struct Shot {
    Rng rng;
    uint32_t next;
  };
  size_t word(uint32_t shot, int32_t slot) const {
    return shot * words_ + static_cast<size_t>(slot) / 64;
  }

  const TrajectoryPlan &plan_;
  size_t words_;
  std::vector<Shot> shots_;
  std::vector<uint64_t> bits_;
};

}  // namespace pentad
