#include "stabilizer/outcome-table.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/random.h"
#include "stabilizer/transpose.h"

namespace pentad {

OutcomeTable::OutcomeTable(size_t bits, uint64_t most)
    : bits_(bits), words_((bits + 63) / 64), most_(most), rows_(words_ * 64), table_(1024) {}

void OutcomeTable::add(const Batch &batch) {
  each_transposed_block(batch, bits_, [&](uint64_t first, size_t k, const uint64_t *square) {
    const uint64_t shots = std::min<uint64_t>(64, batch.shots - first);
    for (uint64_t shot = 0; shot < shots; ++shot) rows_[shot * words_ + k] = square[shot];
    if (k + 1 < words_) return;
    for (uint64_t shot = 0; shot < shots; ++shot) count(rows_.data() + shot * words_, 1);
  });
  if (words_ == 0) count(rows_.data(), batch.shots);
}

uint64_t OutcomeTable::hash(const uint64_t *key) const {
  uint64_t value = 0x9e3779b97f4a7c15u;
  for (size_t w = 0; w < words_; ++w) value = splitmix64(value ^ key[w]);
  return value;
}

void OutcomeTable::count(const uint64_t *key, uint64_t times) {
  const size_t mask = table_.size() - 1;
  size_t at = hash(key) & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    const size_t entry = table_[at] - 1;
    if (std::equal(key, key + words_, this->key(entry))) {
      counts_[entry] += times;
      return;
    }
  }
  insert(key, times, at);
}

void OutcomeTable::insert(const uint64_t *key, uint64_t times, size_t at) {
  if ((counts_.size() + 1) * (words_ + 1) * 8 > most_) {
    throw std::length_error("the distinct outcomes take more than " + std::to_string(most_) +
                            " bytes");
  }
  keys_.insert(keys_.end(), key, key + words_);
  counts_.push_back(times);
  table_[at] = static_cast<uint32_t>(counts_.size());
  if (counts_.size() * 2 > table_.size()) grow();
}

void OutcomeTable::grow() {
  table_.assign(table_.size() * 2, 0);
  const size_t mask = table_.size() - 1;
  for (size_t entry = 0; entry < counts_.size(); ++entry) {
    size_t at = hash(key(entry)) & mask;
    while (table_[at] != 0) at = (at + 1) & mask;
    table_[at] = static_cast<uint32_t>(entry + 1);
  }
}

void OutcomeTable::absorb(const OutcomeTable &other) {
  for (size_t entry = 0; entry < other.counts_.size(); ++entry) {
    count(other.keys_.data() + entry * words_, other.counts_[entry]);
  }
}

Counts OutcomeTable::sorted() const {
  std::vector<uint32_t> order(counts_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    for (size_t w = words_; w-- > 0;) {
      if (key(a)[w] != key(b)[w]) return key(a)[w] < key(b)[w];
    }
    return false;
  });
  Counts counts{words_, {}, {}};
  counts.keys.reserve(keys_.size());
  for (uint32_t entry : order) {
    counts.keys.insert(counts.keys.end(), key(entry), key(entry) + words_);
    counts.counts.push_back(counts_[entry]);
  }
  return counts;
}

}  // namespace pentad
