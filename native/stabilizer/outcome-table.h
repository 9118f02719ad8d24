#pragma once
#include "base/counts.h"
#include "stabilizer/sampler.h"

namespace pentad {

/// Outcomes counted in an open hash table; keys are rows of `words` words. Throws
/// std::length_error rather than hold more than `most` bytes of keys and counts.
class OutcomeTable {
 public:
  OutcomeTable(size_t bits, uint64_t most);

  /// Counts all shots of a batch of planes, 64 by 64.
  void add(const Batch &batch);
  void absorb(const OutcomeTable &other);
  /// In ascending order of the keys, whose last word is the most significant one.
  Counts sorted() const;

 private:
  void count(const uint64_t *key, uint64_t times);
  void insert(const uint64_t *key, uint64_t times, size_t at);
  void grow();
  uint64_t hash(const uint64_t *key) const;
  const uint64_t *key(size_t entry) const { return keys_.data() + entry * words_; }

  size_t bits_, words_;
  uint64_t most_;
  std::vector<uint64_t> keys_, counts_, rows_;
  std::vector<uint32_t> table_;  // entry + 1, or 0
};

}  // namespace pentad
