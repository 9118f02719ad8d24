#include "amplitudes/tally.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pentad {
namespace {

/// 1 where an odd number of bits is set.
uint64_t odd(uint64_t bits) {
  return static_cast<uint64_t>(std::popcount(bits)) & 1;
}

}  // namespace

OutcomeKeys::OutcomeKeys(const std::vector<Slot> &slots, const Readout &readout)
    : known_((slots.size() + 63) / 64), key_(known_) {
  for (size_t s = 0; s < slots.size(); ++s) {
    bool one = slots[s].is_known() && slots[s].value();
    if (!slots[s].is_known()) {
      const auto qubit = static_cast<size_t>(slots[s].qubit());
      readings_.push_back({readout.masks[qubit], s});
      one = (readout.flips >> qubit & 1) != 0;
    }
    if (one) known_[s / 64] |= uint64_t{1} << (s % 64);
  }
  if (known_.size() == 1) fill_bytes();
}

void OutcomeKeys::fill_bytes() {
  for (const SlotParity &reading : readings_) {
    const auto used = static_cast<size_t>(std::bit_width(reading.mask) + 7) / 8;
    if (bytes_.size() < used) bytes_.resize(used);
    for (size_t b = 0; b < used; ++b) {
      for (size_t value = 0; value < 256; ++value) {
        bytes_[b][value] ^= odd(value & reading.mask >> 8 * b) << reading.slot;
      }
    }
  }
}

const uint64_t *OutcomeKeys::of(size_t index) {
  key_ = known_;
  if (key_.size() == 1) {
    for (size_t b = 0; b < bytes_.size(); ++b) key_[0] ^= bytes_[b][index >> (8 * b) & 255];
    return key_.data();
  }
  for (const auto &[mask, slot] : readings_) key_[slot / 64] ^= odd(index & mask) << (slot % 64);
  return key_.data();
}

bool Tally::before(size_t a, size_t b) const {
  // The last word is the most significant one.
  for (size_t w = words_; w-- > 0;) {
    const uint64_t left = keys_[a * words_ + w], right = keys_[b * words_ + w];
    if (left != right) return left < right;
  }
  return false;
}

std::vector<size_t> Tally::order() const {
  std::vector<size_t> order(counts_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto earlier = [this](size_t a, size_t b) { return before(a, b); };
  // One branch whose slots follow its qubits comes sorted.
  if (!std::is_sorted(order.begin(), order.end(), earlier)) {
    std::sort(order.begin(), order.end(), earlier);
  }
  return order;
}

Counts Tally::merged() {
  Counts merged{words_, {}, {}};
  const std::vector<size_t> order = this->order();
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || before(order[i - 1], order[i])) {
      const auto key = keys_.begin() + static_cast<std::ptrdiff_t>(order[i] * words_);
      merged.keys.insert(merged.keys.end(), key, key + static_cast<std::ptrdiff_t>(words_));
      merged.counts.push_back(0);
    }
    merged.counts.back() += counts_[order[i]];
  }
  keys_.clear();
  counts_.clear();
  return merged;
}

}  // namespace pentad
