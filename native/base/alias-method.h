#pragma once
#include <cstdint>
#include <vector>

namespace pentad {

/// A cell of Walker's alias method: one is picked uniformly and stands for its own index with
/// probability `keeps`, otherwise for `other`.
struct AliasCell {
  double keeps;
  uint32_t other;
};

/// One cell for each weight, after which index i is drawn in proportion to weights[i]. Requires
/// weights of at least 0 that sum to `total` > 0. Time O(weights).
std::vector<AliasCell> alias_cells(const std::vector<double> &weights, double total);

}  // namespace pentad
