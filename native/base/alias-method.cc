#include "base/alias-method.h"

namespace pentad {

std::vector<AliasCell> alias_cells(const std::vector<double> &weights, double total) {
  const auto size = static_cast<double>(weights.size());
  std::vector<AliasCell> cells;
  std::vector<double> share;
  std::vector<uint32_t> under, over;
  cells.reserve(weights.size());
  share.reserve(weights.size());
  for (uint32_t i = 0; i < weights.size(); ++i) {
    cells.push_back({1, i});
    share.push_back(weights[i] / total * size);
    (share[i] < 1 ? under : over).push_back(i);
  }
  while (!under.empty() && !over.empty()) {
    const uint32_t low = under.back(), high = over.back();
    under.pop_back();
    cells[low] = {share[low], high};
    share[high] -= 1 - share[low];
    if (share[high] >= 1) continue;
    over.pop_back();
    under.push_back(high);
  }
  return cells;
}

}  // namespace pentad
