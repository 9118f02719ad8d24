#include "frame_kernels.h"

#include <vector>

#include "frame_noise.h"
#include "kernels_test.h"
#include "random.h"

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

bool same_sums(const FrameKernels &kernels, Rng &random, uint64_t words) {
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

bool same_combinations(const FrameKernels &kernels, Rng &random, uint64_t words) {
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

bool same_list(const FrameKernels &kernels, Rng &random, uint64_t words) {
  Row mask = random_row(random);
  mask[0] = 0;
  std::vector<uint16_t> expected, found(kBlockShots);
  for (uint64_t shot = 0; shot < words * 64; ++shot) {
    if (mask[shot / 64] >> (shot % 64) & 1) expected.push_back(static_cast<uint16_t>(shot));
  }
  found.resize(kernels.list(mask.data(), words, found.data()));
  return found == expected;
}

bool same_turn(const FrameKernels &kernels, Rng &random, size_t outputs) {
  std::vector<uint32_t> words(kBlockShots);
  for (uint32_t &word : words) word = static_cast<uint32_t>(random.next() >> (64 - outputs));
  const auto given = words;
  const Row mask = random_row(random), kept = random_row(random);
  const uint64_t taken = kBlockWords - outputs;
  kernels.turn(words.data(), outputs);
  bool same = true;
  for (size_t b = 0; b < outputs; ++b) {
    Row row(kBlockWords), to = kept;
    for (uint64_t shot = 0; shot < kBlockShots; ++shot) {
      row[shot / 64] |= uint64_t{given[place_of(shot)] >> b & 1} << (shot % 64);
    }
    kernels.take(&words[b * kBlockShots / 32], mask.data(), taken, to.data());
    same &= holds(to, kept, taken, [&](uint64_t w) { return kept[w] ^ (row[w] & mask[w]); });
  }
  return same && words == std::vector<uint32_t>(kBlockShots);
}

void frames_loops() {
  Rng random(17, 0);
  bool summed = true, combined = true, listed = true, turned = true;
  for (const FrameKernels *kernels : {&portable_frame_kernels(), &frame_kernels()}) {
    for (uint64_t words = 0; words <= kBlockWords; ++words) {
      summed &= same_sums(*kernels, random, words);
      combined &= same_combinations(*kernels, random, words);
      listed &= same_list(*kernels, random, words);
    }
    for (size_t outputs = 1; outputs <= kGathered; ++outputs) {
      turned &= same_turn(*kernels, random, outputs);
    }
  }
  check("every instruction set sums rows, and nothing behind their ends", summed);
  check("every instruction set combines registers", combined);
  check("every instruction set lists the shots of a mask", listed);
  check("every instruction set turns words of shots into rows and clears them", turned);
}

/// Effects of two to four outputs out of `outputs`, with rates of their own.
EventTable events_on(size_t outputs) {
  EventTable events;
  for (size_t i = 0; i < 3 * outputs; ++i) {
    Gf2 effect(outputs);
    for (size_t j : {i, 5 * i + 1, 7 * i + 2, 11 * i + 5}) effect.flip(j % outputs);
    events.add(0.001 * static_cast<double>(i % 13 + 1), effect);
  }
  events.settle();
  return events;
}

void frames_events() {
  const EventTable events = events_on(kGathered);
  Rng random(23, 0);
  bool same = events.gathered().size() == kGathered;
  for (int i = 0; i < 20'000; ++i) {
    const auto uniform = static_cast<uint32_t>(random.next());
    const EventTable::Flips flips = events.lists().pick(uniform);
    Gf2 listed(kGathered), gathered(kGathered);
    for (size_t at = 0; at < size_t{flips.count} * 4; ++at) {
      if (flips.fours[at] != EventTable::kNoOutput) listed.flip(flips.fours[at] - 1u);
    }
    const uint32_t word = events.words().pick(uniform);
    for (size_t bit = 0; bit < events.gathered().size(); ++bit) {
      if (word >> bit & 1) gathered.flip(events.gathered()[bit]);
    }
    same &= listed == gathered;
  }
  check("an event flips the same outputs as a list and as a word", same);
  check("events of more outputs than a word has bits are lists only",
        events_on(kGathered + 1).gathered().empty());
}

}  // namespace

void test_frame_kernels() {
  frames_loops();
  frames_events();
}

}  // namespace pentad
