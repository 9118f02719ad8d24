#include "frames/fault-events.h"

#include <algorithm>
#include <cmath>

#include "base/alias-method.h"

namespace pentad {
namespace {

/// Flips more likely than this are walked from hit to hit: their rate as events grows without bound
/// as p approaches 1/2.
constexpr double kOften = 0.25;
/// Rates below zero by no more than this are due to rounding.
constexpr double kRounding = 1e-12;

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

/// Rates of the outcomes as independent events; empty where they cannot be written as such.
std::vector<double> event_rates(const FaultSite &site) {
  const std::vector<double> rates = rates_of(site.p);
  const bool some =
      std::any_of(rates.begin(), rates.end(), [](double r) { return r < -kRounding; });
  return some ? std::vector<double>{} : rates;
}

}  // namespace

void FaultEvents::add(const FaultSite &site) {
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
    kept.push_back(intern(effect));
    weights.push_back(rate);
    rate_ += rate;
  }
  for (const AliasCell &cell : alias_cells(weights, rate_)) {
    const uint32_t threshold =
        cell.keeps < 1 ? static_cast<uint32_t>(cell.keeps * 0x1p32) : UINT32_MAX;
    cells_.push_back({threshold, {kept[cells_.size()], kept[cell.other]}});
  }
}

uint32_t EventTable::intern(const Gf2 &effect) {
  const size_t first = fours_.size();
  effect.each([&](size_t at) { fours_.push_back(static_cast<uint16_t>(at + 1)); });
  while (fours_.size() % 4 != 0) fours_.push_back(kNoOutput);
  return static_cast<uint32_t>(first / 4 << 8 | (fours_.size() - first) / 4);
}

RareFault rare_fault(const FaultSite &site) {
  const double p = total(site.p);
  RareFault rare{p, p < 1 ? 1 / std::log1p(-p) : 0, {}, {}};
  double sum = 0;
  for (size_t i = 0; i < site.p.size(); ++i) {
    sum += site.p[i];
    rare.up_to.push_back(sum / p);
    rare.flips.push_back(ones_of<uint16_t>(site.effect[i]));
  }
  return rare;
}

uint64_t RareFault::gap(Rng &rng) const {
  const double misses = std::log(1 - rng.uniform()) * per_log;
  return misses < 0x1p62 ? static_cast<uint64_t>(misses) : uint64_t{1} << 62;
}

const std::vector<uint16_t> &RareFault::outcome(Rng &rng) const {
  const double at = rng.uniform();
  size_t i = 0;
  while (i + 1 < up_to.size() && at >= up_to[i]) ++i;
  return flips[i];
}

}  // namespace pentad
