#include "planes/kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

#include "base/random.h"
#include "base/test.h"
#include "frames/fault-table.h"

namespace pentad {
namespace {

using Row = std::vector<uint64_t>;

Row random_row(Rng &random) {
  Row row(kBlockWords);
  for (uint64_t &word : row) word = random.next();
  return row;
}

/// Whether `found` is expected(w) at the first words, and `kept` at the others.
template <typename Expected>
bool holds(const Row &found, const Row &kept, uint64_t words, Expected expected) {
  bool same = true;
  for (uint64_t w = 0; w < kBlockWords; ++w)
    same &= found[w] == (w < words ? expected(w) : kept[w]);
  return same;
}

bool same_sums(const PlaneKernels &kernels, Rng &random, uint64_t words) {
  const Row a = random_row(random), b = random_row(random), kept = random_row(random);
  const Row mask = random_row(random);
  const uint64_t *const rows[] = {a.data(), b.data()};
  Row all = kept, some = kept;
  kernels.sum(rows, 2, nullptr, words, all.data());
  kernels.sum(rows, 2, mask.data(), words, some.data());
  const auto sum = [&](uint64_t w) { return a[w] ^ b[w]; };
  return holds(all, kept, words, sum) && holds(some, kept, words, [&](uint64_t w) {
           return (sum(w) & mask[w]) | (kept[w] & ~mask[w]);
         });
}

bool same_combinations(const PlaneKernels &kernels, Rng &random, uint64_t words) {
  const Row from = random_row(random), kept = random_row(random);
  const auto expected = [&](size_t kind, uint64_t w) {
    if (kind == 0) return kept[w] ^ from[w];
    if (kind == 1) return kept[w] | from[w];
    return kept[w] & (kind == 2 ? from[w] : ~from[w]);
  };
  bool same = true;
  for (size_t kind = 0; kind < 4; ++kind) {
    Row to = kept;
    kernels.combine[kind](from.data(), words, to.data());
    same &= holds(to, kept, words, [&](uint64_t w) { return expected(kind, w); });
  }
  return same;
}

bool same_list(const PlaneKernels &kernels, Rng &random, uint64_t words) {
  Row mask = random_row(random);
  mask[0] = 0;
  std::vector<uint16_t> expected, found(kBlockShots + kListRoom);
  for (uint64_t shot = 0; shot < words * 64; ++shot) {
    if (mask[shot / 64] >> (shot % 64) & 1) {
      expected.push_back(static_cast<uint16_t>(transposed_index(shot)));
    }
  }
  found.resize(kernels.list(mask.data(), words, found.data()));
  return found == expected;
}

bool same_turn(const PlaneKernels &kernels, Rng &random, size_t outputs) {
  std::vector<uint16_t> words(kBlockShots);
  for (uint16_t &word : words) word = static_cast<uint16_t>(random.next() >> (64 - outputs));
  const auto given = words;
  const Row kept = random_row(random);
  const uint64_t taken = kBlockWords - outputs;
  kernels.transpose(words.data(), outputs);
  bool same = true;
  for (size_t b = 0; b < outputs; ++b) {
    Row row(kBlockWords), one = kept, other = kept;
    for (uint64_t shot = 0; shot < kBlockShots; ++shot) {
      row[shot / 64] |= uint64_t(given[transposed_index(shot)] >> b & 1) << (shot % 64);
    }
    uint64_t *const both[] = {one.data(), other.data()};
    kernels.xor_row_out(&words[b * kBlockShots / 16], taken, both, 2);
    same &= holds(one, kept, taken, [&](uint64_t w) { return kept[w] ^ row[w]; }) && one == other;
  }
  return same && words == std::vector<uint16_t>(kBlockShots);
}

uint64_t ones_in(const Row &row) {
  uint64_t total = 0;
  for (uint64_t word : row) total += static_cast<uint64_t>(std::popcount(word));
  return total;
}

bool is_near(double found, double expected) {
  return std::abs(found - expected) < 6 * std::sqrt(expected + 1);
}

/// Thins some words of a mask, zero behind them: keeps about the share `chance`, and only bits of
/// the mask.
bool thins(const PlaneKernels &kernels, double chance, uint64_t words) {
  Rng random(31, words);
  WideRng wide(random);
  Row mask = random_row(random), found(kBlockWords);
  std::fill(mask.begin() + static_cast<std::ptrdiff_t>(words), mask.end(), 0);
  kernels.thin(wide, static_cast<uint64_t>(std::ldexp(chance, 64)), mask.data(), words,
               found.data());
  bool within = true;
  for (uint64_t w = 0; w < kBlockWords; ++w) within &= (found[w] & ~mask[w]) == 0;
  const double expected = chance * static_cast<double>(ones_in(mask));
  return within && is_near(static_cast<double>(ones_in(found)), expected);
}

/// Four outcomes of shares 1/4, 1/4, 1/8 and 3/8.
bool draws(const PlaneKernels &kernels) {
  const OutcomeCell cells[4] = {{0, {0, 9}}, {0, {1, 9}}, {1u << 31, {3, 2}}, {UINT32_MAX, {9, 3}}};
  Rng random(37, 0);
  WideRng wide(random);
  std::vector<uint16_t> words(kBlockShots, 8);
  kernels.draw(wide, cells, 2, nullptr, 0, words.data());
  double times[10] = {};
  for (uint16_t word : words) ++times[word];
  const double shots = kBlockShots;
  return is_near(times[0], shots / 4) && is_near(times[1], shots / 4) &&
         is_near(times[2], shots / 8) && is_near(times[3], shots * 3 / 8) && times[9] < 1;
}

/// Outcomes drawn from a thinned mask and its list, for a number of shots that no vector divides.
std::vector<uint16_t> drawn(const PlaneKernels &kernels, uint64_t words) {
  Rng random(41, words);
  WideRng wide(random);
  std::vector<OutcomeCell> cells;
  for (uint16_t i = 0; i < 256; ++i) {
    const auto other = static_cast<uint16_t>(i * 5 & 255);
    cells.push_back({static_cast<uint32_t>(random.next()), {other, i}});
  }
  Row mask = random_row(random), hit(kBlockWords);
  std::fill(mask.begin() + static_cast<std::ptrdiff_t>(words), mask.end(), 0);
  kernels.thin(wide, random.next(), mask.data(), words, hit.data());
  std::vector<uint16_t> positions(kBlockShots + kListRoom), found(kBlockShots);
  const size_t count = kernels.list(hit.data(), words, positions.data());
  kernels.draw(wide, cells.data(), 8, positions.data(), count, found.data());
  // The streams have gone on by as much, too.
  for (auto &row : wide.words) {
    for (uint64_t word : row) found.push_back(static_cast<uint16_t>(word));
  }
  return found;
}

void frames_loops() {
  Rng random(17, 0);
  bool summed = true, combined = true, listed = true, turned = true, thinned = true, drew = true;
  for (const PlaneKernels *kernels : {&portable_plane_kernels(), &plane_kernels()}) {
    for (uint64_t words = 0; words <= kBlockWords; ++words) {
      summed &= same_sums(*kernels, random, words);
      combined &= same_combinations(*kernels, random, words);
      listed &= same_list(*kernels, random, words);
      thinned &= thins(*kernels, 1e-3 + static_cast<double>(words) / 150, words);
      drew &= drawn(*kernels, words) == drawn(portable_plane_kernels(), words);
    }
    for (size_t outputs = 1; outputs <= 16; ++outputs) {
      turned &= same_turn(*kernels, random, outputs);
    }
    drew &= draws(*kernels);
  }
  check("every instruction set sums rows, and nothing behind their ends", summed);
  check("every instruction set combines registers", combined);
  check("every instruction set lists the shots of a mask", listed);
  check("every instruction set thins a mask by a chance", thinned);
  check("every instruction set draws the same outcomes, each in its share", drew);
  check("every instruction set turns words of shots into rows and clears them", turned);
}

using Distribution = std::map<Gf2, double>;

/// Distribution of the XOR of two independent draws.
Distribution sum_of(const Distribution &a, const Distribution &b) {
  Distribution sum;
  for (const auto &[x, p] : a) {
    for (const auto &[y, q] : b) sum[x ^ y] += p * q;
  }
  return sum;
}

/// The distribution by definition, site by site.
Distribution expected_of(const std::vector<FaultSite> &sites, size_t outputs) {
  Distribution found{{Gf2(outputs), 1}};
  for (const FaultSite &site : sites) {
    Distribution one;
    double none = 1;
    for (size_t i = 0; i < site.p.size(); ++i) {
      one[site.effect[i]] += site.p[i];
      none -= site.p[i];
    }
    one[Gf2(outputs)] += none;
    found = sum_of(found, one);
  }
  return found;
}

/// Distribution that the table draws from, computed from its cells.
Distribution drawn_by(const FaultTable &table, size_t outputs) {
  const double hit = table.chance() == 0 ? 1 : std::ldexp(static_cast<double>(table.chance()), -64);
  Distribution found{{Gf2(outputs), 1 - hit}};
  const auto add = [&](uint16_t outcome, double p) {
    Gf2 effect(outputs);
    for (size_t i = 0; i < table.outputs().size(); ++i) {
      for (uint16_t output : table.outputs()[i]) {
        if (outcome >> i & 1) effect.flip(output);
      }
    }
    found[effect] += p * hit / static_cast<double>(table.cells().size());
  };
  for (const OutcomeCell &cell : table.cells()) {
    const double own = cell.threshold * 0x1p-32;
    add(cell.outcomes[1], own);
    add(cell.outcomes[0], 1 - own);
  }
  return found;
}

Gf2 effect_of(size_t outputs, size_t number) {
  Gf2 effect(outputs);
  for (size_t j : {number, 5 * number + 1, 7 * number + 2}) effect.flip(j % outputs);
  return effect;
}

/// Flips of one output each, Pauli channels of one qubit and of two, and outcomes that exclude each
/// other as no independent events do.
std::vector<FaultSite> sites_on(size_t outputs, double p) {
  const auto effect = [&](size_t number) { return effect_of(outputs, number); };
  std::vector<FaultSite> sites;
  for (size_t i = 0; i < outputs; ++i) sites.push_back({{p}, {Gf2::unit(outputs, i)}});
  for (size_t i = 0; i < 3; ++i) {
    const Gf2 x = effect(i), z = effect(i + 4);
    sites.push_back({{p, p / 2, p / 3}, {x, x ^ z, z}});
  }
  sites.push_back({{0.3, 0, 0.3}, {effect(3), effect(3) ^ effect(6), effect(6)}});
  sites.push_back({std::vector<double>(15, p / 15), {}});
  for (size_t kind = 1; kind < 16; ++kind) {
    Gf2 sum(outputs);
    for (size_t i = 0; i < 4; ++i) {
      if (kind >> i & 1) sum ^= effect(2 * i + 1);
    }
    sites.back().effect.push_back(sum);
  }
  return sites;
}

bool same_outcomes(size_t outputs, double p) {
  const std::vector<FaultSite> sites = sites_on(outputs, p);
  FaultEvents noise;
  for (const FaultSite &site : sites) noise.add(site);
  Distribution found{{Gf2(outputs), 1}};
  for (const FaultTable &table : outcome_tables(noise, 1e9)) {
    found = sum_of(found, drawn_by(table, outputs));
  }
  const Distribution expected = expected_of(sites, outputs);
  bool same = !noise.sites.empty() && !noise.rates.empty();
  for (const auto &[effect, probability] : found) {
    const auto at = expected.find(effect);
    same &= std::abs(probability - (at == expected.end() ? 0 : at->second)) < 1e-8;
  }
  return same;
}

void frames_outcomes() {
  check("a table draws all faults together as often as they happen one by one",
        same_outcomes(5, 0.001) && same_outcomes(7, 0.02) && same_outcomes(9, 0.2));
  FaultEvents many;
  for (size_t i = 0; i < 40; ++i) many.add({{0.01}, {Gf2::unit(40, i)}});
  const std::vector<FaultTable> tables = outcome_tables(many, 1e9);
  size_t outputs = 0;
  for (const FaultTable &table : tables) outputs += table.outputs().size();
  check("faults of more outputs than a table has are drawn from several",
        tables.size() == 3 && outputs == 40);
  check("for few faults no table is made", outcome_tables(many, 1e5).empty());
}

}  // namespace

void test_frame_kernels() {
  frames_loops();
  frames_outcomes();
}

}  // namespace pentad
