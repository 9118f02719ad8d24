#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "circuit.h"

namespace pentad {

/// Outcomes gathered in any order; sorted and merged once, at the end.
class Tally {
 public:
  explicit Tally(int32_t slots) : words_((static_cast<size_t>(slots) + 63) / 64), key_(words_) {}

  /// The key that add() counts next; the caller sets its bits.
  void set(int32_t slot, bool value) {
    uint64_t &word = key_[static_cast<size_t>(slot) / 64];
    const uint64_t bit = uint64_t{1} << (slot % 64);
    word = value ? word | bit : word & ~bit;
  }

  void add(uint64_t count) {
    keys_.insert(keys_.end(), key_.begin(), key_.end());
    counts_.push_back(count);
  }

  /// Distinct keys in ascending order with the sums of their counts.
  Counts merged() const;

 private:
  size_t words_;
  std::vector<uint64_t> key_, keys_, counts_;
};

}  // namespace pentad
