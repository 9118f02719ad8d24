#pragma once
#include <cstdint>
#include <vector>

namespace pentad {

/// A cell of the alias method: one is picked uniformly and stands for its own index with
/// probability `keeps`, otherwise for `other`. A. J. Walker, "An efficient method for generating
/// discrete random variables with general distributions", ACM Trans. Math. Softw. 3 (1977) 253.
struct AliasCell {
  double keeps;
  uint32_t other;
};

/// One cell for each weight, after which index i is drawn in proportion to weights[i]. Requires
/// weights of at least 0 that sum to `total` > 0. Time O(weights) by the construction of M. D.
/// Vose, "A linear algorithm for generating random numbers with a given distribution", IEEE Trans.
/// Softw. Eng. 17 (1991) 972.
std::vector<AliasCell> alias_cells(const std::vector<double> &weights, double total);

}  // namespace pentad
