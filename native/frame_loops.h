#pragma once
// Included by the files that are compiled for one instruction set each, see lanes.h.
#include <cstring>

#include "frame_kernels.h"
#include "lanes.h"

namespace pentad {
namespace {

PENTAD_INLINE uint64_t trailing_zeros(uint64_t word) {
#if defined(__GNUC__)
  return static_cast<uint64_t>(__builtin_ctzll(word));
#else
  uint64_t zeros = 0;
  for (; (word & 1) == 0; word >>= 1) ++zeros;
  return zeros;
#endif
}

/// The loops of FrameKernels; Wide is a vector of 64-bit words, Narrow one of 32-bit words.
template <typename Wide, typename Narrow>
struct FrameLoops {
  template <typename V, typename T>
  static PENTAD_INLINE V load(const T *from) {
    V v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }
  template <typename V, typename T>
  static PENTAD_INLINE void store(T *to, const V &v) {
    std::memcpy(to, &v, sizeof v);
  }

  /// kCount vectors at once, so that the list of rows is read once for them.
  template <typename V, size_t kCount>
  static PENTAD_INLINE void sum_at(const uint64_t *const *rows, size_t count, const uint64_t *mask,
                                   uint64_t at, uint64_t *to) {
    constexpr size_t kStep = sizeof(V) / sizeof(uint64_t);
    V sum[kCount] = {};
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < kCount; ++j) sum[j] ^= load<V>(rows[i] + at + j * kStep);
    }
    for (size_t j = 0; j < kCount; ++j, at += kStep) {
      const V kept = mask ? load<V>(to + at) : sum[j];
      store(to + at, mask ? kept ^ ((sum[j] ^ kept) & load<V>(mask + at)) : kept);
    }
  }

  static void sum(const uint64_t *const *rows, size_t count, const uint64_t *mask, uint64_t words,
                  uint64_t *to) {
    uint64_t at = 0;
    for (; at + 4 * kWide <= words; at += 4 * kWide) sum_at<Wide, 4>(rows, count, mask, at, to);
    for (; at < words; ++at) sum_at<uint64_t, 1>(rows, count, mask, at, to);
  }

  template <typename With>
  static PENTAD_INLINE void each(uint64_t words, With with) {
    uint64_t at = 0;
    for (; at + kWide <= words; at += kWide) with(Wide{}, at);
    for (; at < words; ++at) with(uint64_t{}, at);
  }

  template <typename With>
  static PENTAD_INLINE void combined(const uint64_t *from, uint64_t words, uint64_t *to,
                                     With with) {
    each(words, [&](auto v, uint64_t at) PENTAD_INLINE_LAMBDA {
      using V = decltype(v);
      store<V>(to + at, with(load<V>(to + at), load<V>(from + at)));
    });
  }
  static void combine_xor(const uint64_t *from, uint64_t words, uint64_t *to) {
    combined(from, words, to, [](auto a, auto b) PENTAD_INLINE_LAMBDA { return a ^ b; });
  }
  static void combine_or(const uint64_t *from, uint64_t words, uint64_t *to) {
    combined(from, words, to, [](auto a, auto b) PENTAD_INLINE_LAMBDA { return a | b; });
  }
  static void combine_and(const uint64_t *from, uint64_t words, uint64_t *to) {
    combined(from, words, to, [](auto a, auto b) PENTAD_INLINE_LAMBDA { return a & b; });
  }
  static void combine_andnot(const uint64_t *from, uint64_t words, uint64_t *to) {
    combined(from, words, to, [](auto a, auto b) PENTAD_INLINE_LAMBDA { return a & ~b; });
  }

  static size_t list(const uint64_t *mask, uint64_t words, uint16_t *to) {
    uint16_t *const first = to;
    for (uint64_t w = 0; w < words; ++w) {
      for (uint64_t rest = mask[w]; rest != 0; rest &= rest - 1) {
        *to++ = static_cast<uint16_t>(w * 64 + trailing_zeros(rest));
      }
    }
    return static_cast<size_t>(to - first);
  }

  static void take(uint32_t *row, const uint64_t *mask, uint64_t words, uint64_t *to) {
    each(words, [&](auto v, uint64_t at) PENTAD_INLINE_LAMBDA {
      using V = decltype(v);
      store<V>(to + at, load<V>(to + at) ^ (load<V>(row + 2 * at) & load<V>(mask + at)));
    });
    std::memset(row, 0, kColumns * sizeof *row);
  }

  /// Swaps the upper half of each 2 kBy bits of `low` with the lower half of those of `high`.
  template <int kBy>
  static PENTAD_INLINE void swap_halves(Narrow &low, Narrow &high) {
    constexpr uint32_t kLower = kBy == 16  ? 0x0000ffff
                                : kBy == 8 ? 0x00ff00ff
                                : kBy == 4 ? 0x0f0f0f0f
                                : kBy == 2 ? 0x33333333
                                           : 0x55555555;
    const Narrow differ = ((low >> kBy) ^ high) & kLower;
    high ^= differ;
    low ^= differ << kBy;
  }

  /// The steps of a transposition of 32 x 32 bits that swap by 16 and by 8, for four rows that they
  /// join, in one column of vectors. Only what the first kOctets octets of outputs need.
  template <size_t kOctets>
  static PENTAD_INLINE void turn_bytes(uint32_t *words) {
    Narrow row[4];
    for (size_t i = 0; i < 4; ++i) row[i] = load<Narrow>(words + i * 8 * kColumns);
    swap_halves<16>(row[0], row[2]);
    swap_halves<16>(row[1], row[3]);
    swap_halves<8>(row[0], row[1]);
    if (kOctets > 2) swap_halves<8>(row[2], row[3]);
    for (size_t i = 0; i < 4; ++i) {
      store(words + i * 8 * kColumns, i < kOctets ? row[i] : Narrow{});
    }
  }

  /// The steps that swap by 4, 2 and 1, in eight rows.
  static PENTAD_INLINE void turn_bits(uint32_t *words) {
    Narrow row[8];
    for (size_t i = 0; i < 8; ++i) row[i] = load<Narrow>(words + i * kColumns);
    for (size_t i = 0; i < 4; ++i) swap_halves<4>(row[i], row[i + 4]);
    for (size_t i = 0; i < 8; i += 4) {
      swap_halves<2>(row[i], row[i + 2]);
      swap_halves<2>(row[i + 1], row[i + 3]);
    }
    for (size_t i = 0; i < 8; i += 2) swap_halves<1>(row[i], row[i + 1]);
    for (size_t i = 0; i < 8; ++i) store(words + i * kColumns, row[i]);
  }

  template <size_t kOctets>
  static void turn_octets(uint32_t *words) {
    for (size_t at = 0; at < 8 * kColumns; at += kNarrow) turn_bytes<kOctets>(words + at);
    for (size_t octet = 0; octet < kOctets; ++octet, words += 8 * kColumns) {
      for (size_t at = 0; at < kColumns; at += kNarrow) turn_bits(words + at);
    }
  }

  static void turn(uint32_t *words, size_t outputs) {
    if (outputs <= 8) return turn_octets<1>(words);
    if (outputs <= 16) return turn_octets<2>(words);
    if (outputs <= 24) return turn_octets<3>(words);
    turn_octets<4>(words);
  }

  static constexpr FrameKernels table(const char *name) {
    return {name, sum, {combine_xor, combine_or, combine_and, combine_andnot}, list, turn, take};
  }

 private:
  static constexpr uint64_t kWide = sizeof(Wide) / sizeof(uint64_t);
  static constexpr size_t kNarrow = sizeof(Narrow) / sizeof(uint32_t);
  static constexpr size_t kColumns = kBlockShots / 32;
};

}  // namespace
}  // namespace pentad
