#include "base/poisson.h"

#include <array>
#include <cmath>

namespace pentad {
namespace {

/// Means from here on are drawn by rejection.
constexpr double kTransformed = 10;

double log_factorial(double k) {
  static const std::array<double, 10> small = [] {
    std::array<double, 10> table{};
    for (size_t i = 1; i < table.size(); ++i) {
      table[i] = table[i - 1] + std::log(static_cast<double>(i));
    }
    return table;
  }();
  if (k < 10) return small[static_cast<size_t>(k)];
  // Stirling's series; the next term is below 1e-10 from 10 on.
  const double n = k + 1, squared = n * n;
  const double half_log_two_pi = 0.91893853320467274178;
  return (n - 0.5) * std::log(n) - n + half_log_two_pi +
         (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / (1680 * squared)) / squared) / squared) / n;
}

uint64_t poisson_by_products(double mean, Rng &rng) {
  const double limit = std::exp(-mean);
  uint64_t count = 0;
  for (double product = rng.uniform(); product > limit; product *= rng.uniform()) ++count;
  return count;
}

uint64_t poisson_by_rejection(double mean, Rng &rng) {
  const double b = 0.931 + 2.53 * std::sqrt(mean), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), sure = 0.9277 - 3.6224 / (b - 2);
  const double log_mean = std::log(mean);
  for (;;) {
    const double u = rng.uniform() - 0.5, v = 1 - rng.uniform(), us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= sure) return static_cast<uint64_t>(k);
    if (k < 0 || (us < 0.013 && v > us)) continue;
    const double accept = k * log_mean - mean - log_factorial(k);
    if (std::log(v * inverse_alpha / (a / (us * us) + b)) <= accept) {
      return static_cast<uint64_t>(k);
    }
  }
}

}  // namespace

uint64_t poisson(double mean, Rng &rng) {
  return mean < kTransformed ? poisson_by_products(mean, rng) : poisson_by_rejection(mean, rng);
}

}  // namespace pentad
