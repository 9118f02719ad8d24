#include "frames/fault-table.h"

#include <algorithm>
#include <cmath>

#include "base/alias-method.h"

namespace pentad {
namespace {

/// Where at least this share of the shots has an effect, drawing first which shots have one would
/// cost more than it saves.
constexpr double kMostlyHit = 0.4;
/// Time to make a cell of a table, in units of drawing one event.
constexpr double kEventsOfCell = 6;

/// Part of the noise whose effects span a space of at most kMaxRank dimensions.
struct FaultSubspace {
  std::vector<Gf2> basis;
  FaultEvents noise;

  /// Extends the space by these effects where it stays small enough; returns whether it spans them
  /// then.
  bool spans(const std::vector<Gf2> &effects) {
    std::vector<Gf2> vectors;
    for (const Gf2 &effect : effects) {
      const Gf2 left = reduced(effect, basis);
      if (left.any()) vectors.push_back(left);
    }
    if (vectors.empty()) return true;
    vectors.insert(vectors.end(), basis.begin(), basis.end());
    vectors = echelon(vectors);
    if (vectors.size() > FaultTable::kMaxRank) return false;
    basis = std::move(vectors);
    return true;
  }
};

FaultSubspace &first_that_spans(const std::vector<Gf2> &effects,
                                std::vector<FaultSubspace> &groups) {
  for (FaultSubspace &group : groups) {
    if (group.spans(effects)) return group;
  }
  groups.emplace_back().spans(effects);
  return groups.back();
}

std::vector<FaultSubspace> groups_of(const FaultEvents &noise) {
  std::vector<FaultSubspace> groups;
  for (const FaultSite &site : noise.sites) {
    first_that_spans(site.effect, groups).noise.sites.push_back(site);
  }
  for (const auto &[effect, rate] : noise.rates) {
    first_that_spans({effect}, groups).noise.rates.emplace(effect, rate);
  }
  return groups;
}

/// The effect as a number, whose bit i is 1 if basis[i] is in it.
size_t coordinates(const Gf2 &effect, const std::vector<Gf2> &basis) {
  size_t found = 0;
  for (size_t i = 0; i < basis.size(); ++i) {
    found |= size_t{effect.test(basis[i].lowest())} << i;
  }
  return found;
}

/// Walsh-Hadamard transform, in place: entry x becomes the sum of (-1)^(x.y) times entry y.
void transform(std::vector<double> &values) {
  for (size_t half = 1; half < values.size(); half *= 2) {
    for (size_t first = 0; first < values.size(); first += 2 * half) {
      double *low = &values[first], *high = low + half;
      for (size_t i = 0; i < half; ++i) {
        const double a = low[i], b = high[i];
        low[i] = a + b;
        high[i] = a - b;
      }
    }
  }
}

std::vector<double> probabilities(const std::vector<Gf2> &basis, const FaultEvents &noise) {
  std::vector<double> found(size_t{1} << basis.size());
  for (const auto &[effect, rate] : noise.rates) found[coordinates(effect, basis)] += rate;
  transform(found);
  const double total = found[0];
  for (double &one : found) one = std::exp(one - total);
  for (const FaultSite &site : noise.sites) {
    std::vector<double> factor(found.size());
    factor[0] = 1;
    for (size_t i = 0; i < site.p.size(); ++i) {
      factor[0] -= site.p[i];
      factor[coordinates(site.effect[i], basis)] += site.p[i];
    }
    transform(factor);
    for (size_t i = 0; i < found.size(); ++i) found[i] *= factor[i];
  }
  transform(found);
  // Rounding leaves impossible outcomes a little off zero.
  for (double &one : found) one = std::max(0.0, one / static_cast<double>(found.size()));
  return found;
}

double sum(const std::vector<double> &values) {
  double total = 0;
  for (double one : values) total += one;
  return total;
}

OutcomeCell packed(size_t own, const AliasCell &cell) {
  const double threshold = std::min(cell.keeps * 0x1p32, 0x1p32 - 1);
  const size_t other = cell.keeps < 1 ? cell.other : own;
  return {static_cast<uint32_t>(threshold),
          {static_cast<uint16_t>(other), static_cast<uint16_t>(own)}};
}

}  // namespace

FaultTable::FaultTable(const std::vector<Gf2> &basis, const FaultEvents &noise) {
  std::vector<double> p = probabilities(basis, noise);
  if (1 - p[0] < kMostlyHit) {
    chance_ = std::max(uint64_t{1}, static_cast<uint64_t>(std::ldexp(1 - p[0], 64)));
    p[0] = 0;
  }
  const std::vector<AliasCell> cells = alias_cells(p, sum(p));
  cells_.reserve(cells.size());
  for (const AliasCell &cell : cells) {
    cells_.push_back(packed(cells_.size(), cell));
  }
  for (const Gf2 &vector : basis) outputs_.push_back(ones_of<uint16_t>(vector));
}

std::vector<FaultTable> outcome_tables(const FaultEvents &noise, double expected) {
  // Even the smallest tables take longer than the events of most short runs.
  if (expected < kEventsOfCell * 8) return {};
  const std::vector<FaultSubspace> groups = groups_of(noise);
  size_t made = 0;
  for (const FaultSubspace &group : groups) made += size_t{1} << group.basis.size();
  if (groups.empty() || expected < kEventsOfCell * static_cast<double>(made)) return {};
  std::vector<FaultTable> tables;
  for (const FaultSubspace &group : groups) tables.emplace_back(group.basis, group.noise);
  return tables;
}

}  // namespace pentad
