#include "decoding/shot-decoder.h"

#include <algorithm>
#include <bit>

namespace pentad {
namespace {

template <typename Visit>
void each_bit(uint64_t word, Visit visit) {
  for (; word != 0; word &= word - 1) visit(static_cast<unsigned>(std::countr_zero(word)));
}

uint32_t bit_of(uint64_t word, unsigned bit) {
  return static_cast<uint32_t>(word >> bit & 1);
}

/// One shot's bits of four words.
uint32_t gathered(const uint64_t (&words)[4], unsigned bit) {
  return bit_of(words[0], bit) | bit_of(words[1], bit) << 1 | bit_of(words[2], bit) << 2 |
         bit_of(words[3], bit) << 3;
}

/// Most bits of a readout's symbol.
constexpr size_t kMaxBits = 11;

}  // namespace

ShotDecoder::ShotDecoder(const BeliefMatrices &matrices, const ShotRecords &records,
                         size_t most_words)
    : tables_(matrices.tables),
      records_(records),
      stride_((records.shots + 63) / 64),
      tree_(matrices),
      shown_(most_words),
      nodes_(most_words * 64),
      known_(most_words * 64) {
  for (size_t k = 0; k < 4; ++k) {
    references_[k].resize(most_words);
    registers_[k].resize(most_words);
    opened_[k].resize(most_words);
  }
}

void ShotDecoder::run(size_t from, size_t to, FlagMapOutcomes &outcomes) {
  tree_.evict_if_large();
  from_ = from;
  words_ = to - from;
  begin();
  if (records_.per_round == 12) {
    follow_adaptive();
  } else {
    follow_windows();
  }
  read(outcomes);
}

void ShotDecoder::tally(FlagMapOutcomes &outcomes) const {
  for (size_t k = 0; k < 4; ++k) {
    outcomes.executed[k] += executed_[k];
    outcomes.raised[k] += raised_[k];
    outcomes.triggers[k] += triggers_[k];
  }
}

/// Words of a plane from the block's first on.
const uint64_t *ShotDecoder::plane(size_t index) const {
  return &records_.planes[index * stride_ + from_];
}

uint64_t ShotDecoder::live(size_t word) const {
  const uint64_t left = records_.shots - (from_ + word) * 64;
  return left >= 64 ? ~uint64_t{0} : (uint64_t{1} << left) - 1;
}

uint64_t ShotDecoder::open(size_t word) const {
  return opened_[0][word] | opened_[1][word] | opened_[2][word] | opened_[3][word];
}

void ShotDecoder::begin() {
  for (size_t k = 0; k < 4; ++k) {
    std::copy_n(plane(k), words_, references_[k].begin());
    std::copy_n(plane(k), words_, registers_[k].begin());
    std::fill_n(opened_[k].begin(), words_, 0);
  }
  for (size_t word = 0; word < words_; ++word) {
    const Four flags = {plane(4)[word], plane(5)[word], plane(6)[word], plane(7)[word]};
    shown_[word] = (flags[0] | flags[1] | flags[2] | flags[3]) & live(word);
    std::fill_n(&nodes_[word * 64], 64, 0);
    each_bit(shown_[word], [&](unsigned bit) { nodes_[word * 64 + bit] = gathered(flags, bit); });
  }
  std::fill_n(known_.begin(), words_ * 64, 0);
}

void ShotDecoder::add_event(size_t shot, uint32_t round, uint32_t symbol) {
  nodes_[shot] = tree_.after(nodes_[shot], round - 1 - known_[shot], symbol);
  known_[shot] = round;
  shown_[shot / 64] |= uint64_t{1} << shot % 64;
}

/// A trigger ends a shot's flagged pass; what its repeat measures is its new reference.
void ShotDecoder::follow_adaptive() {
  for (uint32_t round = 1; round <= records_.rounds; ++round) {
    const uint64_t *planes = plane(size_t{round} * 12);
    for (size_t word = 0; word < words_; ++word) {
      Four outcomes, flags, change;
      uint64_t pending = live(word);
      for (size_t k = 0; k < 4; ++k) {
        outcomes[k] = planes[k * stride_ + word] ^ references_[k][word];
        flags[k] = planes[(4 + k) * stride_ + word];
      }
      const uint64_t seen = outcomes[0] | outcomes[1] | outcomes[2] | outcomes[3] | flags[0] |
                            flags[1] | flags[2] | flags[3];
      const uint64_t some = static_cast<uint64_t>(std::popcount(pending));
      if ((seen & pending) == 0) {
        for (uint64_t &executed : executed_) executed += some;
        continue;
      }
      Four hits;
      uint64_t all = 0;
      for (size_t k = 0; k < 4; ++k) {
        executed_[k] += static_cast<uint64_t>(std::popcount(pending));
        raised_[k] += static_cast<uint64_t>(std::popcount(flags[k] & pending));
        hits[k] = (outcomes[k] | flags[k]) & pending;
        triggers_[k] += static_cast<uint64_t>(std::popcount(hits[k]));
        pending &= ~hits[k];
        all |= hits[k];
      }
      for (size_t k = 0; k < 4; ++k) {
        change[k] = (planes[(8 + k) * stride_ + word] ^ references_[k][word]) & all;
        references_[k][word] ^= change[k];
        registers_[k][word] = references_[k][word];
      }
      for (uint32_t k = 0; k < 4; ++k) {
        each_bit(hits[k], [&](unsigned bit) {
          add_event(word * 64 + bit, round,
                    k << 6 | bit_of(outcomes[k], bit) << 5 | bit_of(flags[k], bit) << 4 |
                        gathered(change, bit));
        });
      }
    }
  }
}

/// Every pass's outcomes are the reference of the next one.
void ShotDecoder::follow_windows() {
  for (uint32_t round = 1; round <= records_.rounds; ++round) {
    const uint64_t *planes = plane(size_t{round} * 8);
    for (size_t word = 0; word < words_; ++word) {
      Four outcomes, flags;
      for (size_t k = 0; k < 4; ++k) {
        outcomes[k] = planes[k * stride_ + word];
        flags[k] = planes[(4 + k) * stride_ + word] & live(word);
      }
      pass(round, word, outcomes, flags);
    }
  }
  if (records_.tail > 0) close_windows();
}

void ShotDecoder::pass(uint32_t round, size_t word, const Four &outcomes, const Four &flags) {
  const uint64_t shots = live(word);
  Four change;
  uint64_t any = 0;
  for (size_t k = 0; k < 4; ++k) {
    change[k] = (outcomes[k] ^ references_[k][word]) & shots;
    references_[k][word] = outcomes[k];
    any |= change[k] | flags[k];
    // The slot as the circuit sees it: noteWindow in main/qec/program/cyclic-window.ts.
    const uint64_t reading = open(word);
    const uint64_t seen = outcomes[k] ^ registers_[k][word];
    opened_[k][word] = (seen | flags[k]) & ~reading & shots;
    registers_[k][word] ^= seen & reading;
    executed_[k] += static_cast<uint64_t>(std::popcount(shots));
    raised_[k] += static_cast<uint64_t>(std::popcount(flags[k]));
    triggers_[k] += static_cast<uint64_t>(std::popcount(opened_[k][word]));
  }
  each_bit(any, [&](unsigned bit) {
    add_event(word * 64 + bit, round, gathered(flags, bit) << 4 | gathered(change, bit));
  });
}

void ShotDecoder::close_windows() {
  const uint64_t *planes = plane((size_t{records_.rounds} + 1) * 8);
  for (size_t word = 0; word < words_; ++word) {
    const uint64_t reading = open(word);
    if (reading == 0) continue;
    Four change;
    for (size_t k = 0; k < 4; ++k) {
      const uint64_t closing = planes[k * stride_ + word];
      change[k] = closing ^ references_[k][word];
      references_[k][word] ^= change[k] & reading;
      registers_[k][word] ^= (closing ^ registers_[k][word]) & reading;
    }
    each_bit(reading, [&](unsigned bit) {
      add_event(word * 64 + bit, records_.rounds + 1, 256 | gathered(change, bit));
    });
  }
}

void ShotDecoder::read(FlagMapOutcomes &outcomes) {
  const bool lose = records_.per_round == 8 && records_.tail == 0;
  const size_t count = tables_.bits.size() / 2;
  for (size_t word = 0; word < words_; ++word) {
    const uint64_t kept = lose ? live(word) & ~open(word) : live(word);
    uint64_t bits[kMaxBits];
    symbols(word, references_, bits);
    const uint64_t whole = tables_.conditional ? repeated(word) : 0;
    uint64_t wrong = 0, left = kept;
    // Quiet shots differ only in the readout, which usually has few bits.
    if (!tables_.conditional && count <= 2) {
      for (uint32_t symbol = 0; symbol < 1u << count; ++symbol) {
        uint64_t shots = kept & ~shown_[word];
        for (size_t j = 0; j < count; ++j) shots &= symbol >> j & 1 ? bits[j] : ~bits[j];
        if (shots != 0 && tree_.wrong(0, records_.rounds, symbol)) wrong |= shots;
      }
      left &= shown_[word];
    }
    each_bit(left, [&](unsigned bit) {
      const size_t shot = word * 64 + bit;
      uint32_t symbol = 0;
      for (size_t j = 0; j < count; ++j) symbol |= bit_of(bits[j], bit) << j;
      if (tables_.conditional) symbol = bit_of(whole, bit) ? 64 + symbol : symbol & 63;
      const uint32_t rest = records_.rounds - std::min(known_[shot], records_.rounds);
      if (tree_.wrong(nodes_[shot], rest, symbol)) wrong |= uint64_t{1} << bit;
    });
    outcomes.accepted[from_ + word] = kept;
    outcomes.wrong[from_ + word] = wrong;
  }
}

void ShotDecoder::symbols(size_t word, const std::vector<uint64_t> (&references)[4],
                          uint64_t *bits) const {
  for (size_t j = 0; 2 * j < tables_.bits.size(); ++j) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < tables_.count; ++i)
      if (tables_.bits[2 * j] >> i & 1) sum ^= plane(tables_.first + i)[word];
    for (size_t k = 0; k < 4; ++k)
      if (tables_.bits[2 * j + 1] >> k & 1) sum ^= references[k][word];
    bits[j] = sum;
  }
}

/// Shots in which a fault-tolerant readout ran its repeat: a flag, or outcomes that differ.
uint64_t ShotDecoder::repeated(size_t word) const {
  uint64_t bits[kMaxBits];
  symbols(word, registers_, bits);
  return (bits[0] ^ bits[1]) | (bits[0] ^ bits[2]) | bits[3] | bits[4] | bits[5];
}

}  // namespace pentad
