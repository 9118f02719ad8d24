#include "tally.h"

#include <algorithm>
#include <numeric>

namespace pentad {

Counts Tally::merged() const {
  const auto key = [&](size_t i) {
    return keys_.begin() + static_cast<std::ptrdiff_t>(i * words_);
  };
  const auto before = [&](size_t a, size_t b) {
    // The last word is the most significant one.
    for (size_t w = words_; w-- > 0;) {
      if (key(a)[w] != key(b)[w]) return key(a)[w] < key(b)[w];
    }
    return false;
  };
  std::vector<size_t> order(counts_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), before);
  Counts merged{words_, {}, {}};
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || before(order[i - 1], order[i])) {
      merged.keys.insert(merged.keys.end(), key(order[i]), key(order[i]) + words_);
      merged.counts.push_back(0);
    }
    merged.counts.back() += counts_[order[i]];
  }
  return merged;
}

}  // namespace pentad
