#include "fuzz/input.h"

#include <cstdlib>

#include "addon/programs.h"

namespace pentad::fuzz {
namespace {

constexpr uint32_t kMaxOps = 40;

}  // namespace

std::vector<int32_t> ops(Input &input, int32_t codes, std::initializer_list<int32_t> limits) {
  const size_t words = limits.size() + 1;
  std::vector<int32_t> made = input.indices(input.below(input.is_tame() ? 12 : kMaxOps) * words);
  for (size_t i = 0; i < made.size(); i += words) {
    if (made[i] < 0 || (made[i] >= codes && made[i] < 16)) made[i] = (made[i] + 16) % codes;
    for (size_t k = 1; input.is_tame() && k < words; ++k) {
      const int32_t limit = limits.begin()[k - 1];
      int32_t &word = made[i + k];
      word = std::abs(word % 15);
      word = limit > 0 ? word % limit : word % (1 - limit) - 1;
    }
  }
  return made;
}

std::vector<double> matrices(Input &input) {
  static constexpr double kRoot = 0.70710678118654752;
  static constexpr double kGates[][kMatrixNumbers] = {{0, 0, 1, 0, 1, 0, 0, 0},
                                                      {1, 0, 0, 0, 0, 0, 0, 1},
                                                      {kRoot, 0, kRoot, 0, kRoot, 0, -kRoot, 0},
                                                      {0.6, 0, -0.8, 0, 0.8, 0, 0.6, 0}};
  std::vector<double> made;
  for (uint32_t i = input.below(6); i > 0; --i) {
    const uint32_t which = input.below(64);
    const auto any = which == 63 ? input.numbers(kMatrixNumbers) : std::vector<double>();
    const double *from = which == 63 ? any.data() : kGates[which % 4];
    made.insert(made.end(), from, from + kMatrixNumbers);
  }
  return made;
}

std::vector<int32_t> conditions(Input &input) {
  if (input.below(32) == 0) return input.indices(input.below(12));
  std::vector<int32_t> made;
  for (uint32_t i = input.below(5); i > 0; --i) {
    const uint32_t terms = 1 + input.below(3);
    made.push_back(static_cast<int32_t>(terms));
    for (const int32_t term : input.indices(terms)) made.push_back(std::max(term, 0));
  }
  return made;
}

int32_t count_of(const std::vector<int32_t> &conditions) {
  int32_t found = 0;
  for (size_t i = 0; i < conditions.size(); ++found) {
    if (conditions[i] < 0) break;
    i += static_cast<size_t>(conditions[i]) + 1;
  }
  return found;
}

Precision precision(Input &input) {
  return input.below(2) == 0 ? Precision::kSingle : Precision::kDouble;
}

}  // namespace pentad::fuzz
