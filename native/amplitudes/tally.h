#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "amplitudes/readout.h"
#include "base/counts.h"

namespace pentad {

/// Value of a slot in a branch: known, or the qubit that a deferred measurement reads.
class Slot {
 public:
  static Slot known(bool value) { return Slot(value ? -2 : -1); }
  static Slot deferred(int32_t qubit) { return Slot(qubit); }

  Slot() = default;
  bool is_known() const { return code_ < 0; }
  bool value() const { return code_ == -2; }
  int32_t qubit() const { return code_; }

 private:
  explicit Slot(int32_t code) : code_(code) {}
  int32_t code_ = -1;
};

/// Maps an index of the last state to the key of the outcome.
class OutcomeKeys {
 public:
  explicit OutcomeKeys(const std::vector<Slot> &slots, const Readout &readout = {});
  const uint64_t *of(size_t index);

 private:
  /// The slot is 1 where an odd number of the mask's bits is; flips are in known_.
  struct SlotParity {
    uint64_t mask;
    size_t slot;
  };
  void fill_bytes();

  std::vector<uint64_t> known_, key_;
  std::vector<SlotParity> readings_;
  /// Keys of up to 64 slots: the bits that each byte of the index flips.
  std::vector<std::array<uint64_t, 256>> bytes_;
};

/// Outcomes gathered in any order; sorted and merged once, at the end.
class Tally {
 public:
  explicit Tally(int32_t slots) : words_((static_cast<size_t>(slots) + 63) / 64) {}

  void add(const uint64_t *key, uint64_t count) {
    keys_.insert(keys_.end(), key, key + words_);
    counts_.push_back(count);
  }

  /// Distinct keys in ascending order with the sums of their counts. Empties the tally.
  Counts merged();

 private:
  bool before(size_t a, size_t b) const;
  std::vector<size_t> order() const;

  size_t words_;
  std::vector<uint64_t> keys_, counts_;
};

}  // namespace pentad
