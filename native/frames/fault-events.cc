#include "fault-events.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../base/alias-method.h"

namespace pentad {
namespace {

/// Flips more likely than this are walked: their rate as events grows without bound towards 1/2.
constexpr double kOften = 0.25;
/// Rates below zero by rounding alone.
constexpr double kRounding = 1e-12;
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

double total(const std::vector<double> &p) {
  double sum = 0;
  for (double one : p) sum += one;
  return std::min(1.0, sum);
}

/// Minus half the logarithm of an eigenvalue: the summed rates of the events that flip it.
double depth(double flipped) {
  return -std::log1p(-2 * flipped) / 2;
}

/// Rates of the outcomes as independent events, empty when there are none.
std::vector<double> rates_of(const std::vector<double> &p) {
  if (total(p) > kOften) return {};
  if (p.size() == 1) return {depth(p[0])};
  if (p.size() == 15) return std::vector<double>(15, depth(p[0] * 8) / 8);
  const double x = depth(p[1] + p[2]), y = depth(p[0] + p[2]), z = depth(p[0] + p[1]);
  return {(y + z - x) / 2, (x + z - y) / 2, (x + y - z) / 2};
}

/// Of outcomes as independent events; empty when they are none.
std::vector<double> event_rates(const FaultSite &site) {
  const std::vector<double> rates = rates_of(site.p);
  const bool some =
      std::any_of(rates.begin(), rates.end(), [](double r) { return r < -kRounding; });
  return some ? std::vector<double>{} : rates;
}

}  // namespace

uint64_t poisson(double mean, Rng &rng) {
  return mean < kTransformed ? poisson_by_products(mean, rng) : poisson_by_rejection(mean, rng);
}

void Noise::add(const FaultSite &site) {
  const std::vector<double> found = event_rates(site);
  if (found.empty()) sites.push_back(site);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i] > 0 && site.effect[i].any()) rates[site.effect[i]] += found[i];
  }
}

EventTable::EventTable(const std::map<Gf2, double> &rates) {
  std::vector<uint32_t> kept;
  std::vector<double> weights;
  for (const auto &[effect, rate] : rates) {
    kept.push_back(keep(effect));
    weights.push_back(rate);
    rate_ += rate;
  }
  for (const AliasCell &cell : alias_cells(weights, rate_)) {
    const uint32_t threshold =
        cell.keeps < 1 ? static_cast<uint32_t>(cell.keeps * 0x1p32) : UINT32_MAX;
    cells_.push_back({threshold, {kept[cells_.size()], kept[cell.other]}});
  }
}

uint32_t EventTable::keep(const Gf2 &effect) {
  const size_t first = fours_.size();
  effect.each([&](size_t at) { fours_.push_back(static_cast<uint16_t>(at + 1)); });
  while (fours_.size() % 4 != 0) fours_.push_back(kNoOutput);
  return static_cast<uint32_t>(first / 4 << 8 | (fours_.size() - first) / 4);
}

RareSite rare_site(const FaultSite &site) {
  const double p = total(site.p);
  RareSite rare{p, p < 1 ? 1 / std::log1p(-p) : 0, {}, {}};
  double sum = 0;
  for (size_t i = 0; i < site.p.size(); ++i) {
    sum += site.p[i];
    rare.up_to.push_back(sum / p);
    rare.flips.push_back(ones_of<uint16_t>(site.effect[i]));
  }
  return rare;
}

uint64_t RareSite::gap(Rng &rng) const {
  const double misses = std::log(1 - rng.uniform()) * per_log;
  return misses < 0x1p62 ? static_cast<uint64_t>(misses) : uint64_t{1} << 62;
}

const std::vector<uint16_t> &RareSite::outcome(Rng &rng) const {
  const double at = rng.uniform();
  size_t i = 0;
  while (i + 1 < up_to.size() && at >= up_to[i]) ++i;
  return flips[i];
}

}  // namespace pentad
