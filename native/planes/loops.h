#pragma once
// Included by the files that are compiled for one instruction set each, see base/simd.h.
#include <cstring>

#include "base/simd.h"
#include "planes/kernels.h"

namespace pentad {
namespace {

/// For each byte: how many ones it has, and the positions of its shots, less that of its first one.
struct ByteLists {
  uint8_t ones[256];
  uint16_t positions[256][8];
};
constexpr ByteLists kByteLists = [] {
  ByteLists lists{};
  for (size_t byte = 0; byte < 256; ++byte) {
    for (size_t bit = 0; bit < 8; ++bit) {
      if (byte >> bit & 1) {
        lists.positions[byte][lists.ones[byte]++] = static_cast<uint16_t>(transposed_index(bit));
      }
    }
  }
  return lists;
}();

/// The loops of PlaneKernels; Wide is a vector of 64-bit words, Narrow one of 16-bit words.
template <typename Wide, typename Narrow>
struct FrameLoops {
  static constexpr uint64_t kWide = sizeof(Wide) / sizeof(uint64_t);
  static constexpr size_t kNarrow = sizeof(Narrow) / sizeof(uint16_t);
  static constexpr size_t kParts = WideRng::kStreams / kWide;
  static constexpr size_t kColumns = kBlockShots / 16;

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

  /// Writes the whole list of a byte, then the next one behind its used part, which avoids a
  /// branch.
  static size_t list(const uint64_t *mask, uint64_t words, uint16_t *to) {
    static_assert(kListRoom == 8);
    uint16_t *const first = to;
    for (uint64_t w = 0; w < words; ++w) {
      for (uint64_t bit = 0; bit < 64; bit += 8) {
        const size_t byte = mask[w] >> bit & 255;
        const auto start = static_cast<uint16_t>(transposed_index(w * 64 + bit));
        for (size_t i = 0; i < 8; ++i) {
          to[i] = static_cast<uint16_t>(kByteLists.positions[byte][i] + start);
        }
        to += kByteLists.ones[byte];
      }
    }
    return static_cast<size_t>(to - first);
  }

  /// The streams of a WideRng as vectors, kept in registers meanwhile.
  class Streams {
   public:
    explicit PENTAD_INLINE Streams(WideRng &rng) : rng_(rng) {
      for (size_t i = 0; i < 4; ++i) {
        for (size_t at = 0; at < kParts; ++at) {
          state_[i][at] = load<Wide>(&rng_.words[i][at * kWide]);
        }
      }
    }
    PENTAD_INLINE ~Streams() {
      for (size_t i = 0; i < 4; ++i) {
        for (size_t at = 0; at < kParts; ++at) store(&rng_.words[i][at * kWide], state_[i][at]);
      }
    }
    Streams(const Streams &) = delete;
    Streams &operator=(const Streams &) = delete;

    /// The next random words of one part of the streams.
    PENTAD_INLINE Wide next(size_t at) {
      Wide &a = state_[0][at], &b = state_[1][at], &c = state_[2][at], &d = state_[3][at];
      const Wide result = rotate<23>(a + d) + a;
      const Wide shifted = b << 17;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = rotate<45>(d);
      return result;
    }

   private:
    template <int kBy>
    static PENTAD_INLINE Wide rotate(const Wide &v) {
      return (v << kBy) | (v >> (64 - kBy));
    }
    WideRng &rng_;
    Wide state_[4][kParts];
  };

  static PENTAD_INLINE bool any(const Wide (&parts)[kParts]) {
    Wide all = parts[0];
    for (size_t at = 1; at < kParts; ++at) all |= parts[at];
    uint64_t words[kWide];
    store(words, all);
    uint64_t found = 0;
    for (uint64_t word : words) found |= word;
    return found != 0;
  }

  /// Compares random numbers with the chance bit by bit, as Bernoulli does. Of hundreds of shots
  /// some are always undecided after the first bits, so that this is not checked.
  static void thin(WideRng &rng, uint64_t chance, const uint64_t *mask, uint64_t words,
                   uint64_t *to) {
    constexpr int kUnasked = 6;
    Streams streams(rng);
    for (uint64_t w = 0; w < words; w += WideRng::kStreams) {
      Wide below[kParts] = {}, undecided[kParts];
      for (size_t at = 0; at < kParts; ++at) undecided[at] = load<Wide>(mask + w + at * kWide);
      uint64_t rest = chance;
      for (int i = 0; rest != 0 && (i < kUnasked || any(undecided)); ++i, rest <<= 1) {
        const uint64_t one = rest >> 63 ? ~uint64_t{0} : 0;
        for (size_t at = 0; at < kParts; ++at) {
          const Wide random = streams.next(at);
          below[at] |= undecided[at] & ~random & one;
          undecided[at] &= random ^ ~one;
        }
      }
      for (size_t at = 0; at < kParts; ++at) store(to + w + at * kWide, below[at]);
    }
  }

  /// Selects by an index, as a branch would often be mispredicted.
  static PENTAD_INLINE uint16_t outcome(const OutcomeCell *cells, size_t bits, uint64_t random) {
    const OutcomeCell &cell = cells[random >> (64 - bits)];
    return cell.outcomes[static_cast<uint32_t>(random) < cell.threshold];
  }

  template <typename PositionOf>
  static PENTAD_INLINE void draw_at(WideRng &rng, const OutcomeCell *cells, size_t bits,
                                    size_t count, uint16_t *words, PositionOf position) {
    Streams streams(rng);
    uint64_t random[WideRng::kStreams];
    const auto refill = [&]() PENTAD_INLINE_LAMBDA {
      for (size_t at = 0; at < kParts; ++at) store(random + at * kWide, streams.next(at));
    };
    size_t i = 0;
    for (; i + WideRng::kStreams <= count; i += WideRng::kStreams) {
      refill();
      for (size_t j = 0; j < WideRng::kStreams; ++j) {
        words[position(i + j)] = outcome(cells, bits, random[j]);
      }
    }
    const size_t left = count - i;
    if (left > 0) refill();
    for (size_t j = 0; j < left; ++j) words[position(i + j)] = outcome(cells, bits, random[j]);
  }

  static void draw(WideRng &rng, const OutcomeCell *cells, size_t bits, const uint16_t *positions,
                   size_t count, uint16_t *words) {
    if (positions == nullptr) {
      draw_at(rng, cells, bits, kBlockShots, words,
              [](size_t i) PENTAD_INLINE_LAMBDA { return i; });
    } else {
      draw_at(rng, cells, bits, count, words,
              [=](size_t i) PENTAD_INLINE_LAMBDA { return positions[i]; });
    }
  }

  static void xor_row_out(uint16_t *row, uint64_t words, uint64_t *const *to, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      each(words, [&](auto v, uint64_t at) PENTAD_INLINE_LAMBDA {
        using V = decltype(v);
        store<V>(to[i] + at, load<V>(to[i] + at) ^ load<V>(row + 4 * at));
      });
    }
    std::memset(row, 0, kColumns * sizeof *row);
  }

  /// Swaps the upper half of each 2 kBy bits of `low` with the lower half of those of `high`.
  template <int kBy>
  static PENTAD_INLINE void swap_halves(Narrow &low, Narrow &high) {
    constexpr uint16_t kLower = kBy == 8 ? 0x00ff : kBy == 4 ? 0x0f0f : kBy == 2 ? 0x3333 : 0x5555;
    const auto differ = static_cast<Narrow>(((low >> kBy) ^ high) & kLower);
    high = static_cast<Narrow>(high ^ differ);
    low = static_cast<Narrow>(low ^ (differ << kBy));
  }

  /// The step of a transposition of 16 x 16 bits that swaps by 8, which is half of one where there
  /// are no more than eight outputs.
  static PENTAD_INLINE void turn_bytes(uint16_t *words, bool few) {
    uint16_t *const behind = words + 8 * kColumns;
    Narrow low = load<Narrow>(words), high = load<Narrow>(behind);
    swap_halves<8>(low, high);
    store(words, low);
    store(behind, few ? Narrow{} : high);
  }

  /// The steps that swap by 4, 2 and 1, in eight rows.
  static PENTAD_INLINE void turn_bits(uint16_t *words) {
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

  static void transpose(uint16_t *words, size_t outputs) {
    const bool few = outputs <= 8;
    for (size_t at = 0; at < 8 * kColumns; at += kNarrow) turn_bytes(words + at, few);
    for (size_t octet = 0; octet < (few ? 1 : 2); ++octet) {
      for (size_t at = 0; at < kColumns; at += kNarrow) {
        turn_bits(words + octet * 8 * kColumns + at);
      }
    }
  }

  static constexpr PlaneKernels table(const char *name) {
    return {name,      sum,        {combine_xor, combine_or, combine_and, combine_andnot},
            list,      thin,       draw,
            transpose, xor_row_out};
  }
};

}  // namespace
}  // namespace pentad
