#pragma once
#include <cmath>
#include <cstdint>

namespace pentad {

/// SplitMix64's output function (Steele, Lea, Flood 2014): a bijection that scatters close inputs.
inline uint64_t splitmix64(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/// xoshiro256** (Blackman and Vigna 2018), one stream for each (seed, stream) pair.
class Rng {
 public:
  Rng(uint64_t seed, uint64_t stream) {
    uint64_t state = splitmix64(seed) + splitmix64(stream ^ 0x6a09e667f3bcc909u);
    for (uint64_t &word : words_) word = splitmix64(state += 0x9e3779b97f4a7c15u);
  }

  /// 64 independent fair bits.
  uint64_t next() {
    const uint64_t result = rotate(words_[1] * 5, 7) * 9;
    const uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = rotate(words_[3], 45);
    return result;
  }

  /// Uniform in [0, 1) with 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  static uint64_t rotate(uint64_t word, int by) { return (word << by) | (word >> (64 - by)); }
  uint64_t words_[4];
};

/// Eight streams of xoshiro256++ (same authors) side by side, for loops that step them as vectors:
/// word i of stream s is words[i][s]. Seeded from another generator.
struct WideRng {
  static constexpr uint64_t kStreams = 8;
  uint64_t words[4][kStreams];

  explicit WideRng(Rng &from) {
    for (auto &row : words) {
      for (uint64_t &word : row) word = from.next();
    }
  }
};

/// A probability prepared for drawing 64 lanes at once.
///
/// lanes() compares 64 random numbers with p bit by bit, from the most significant one, and stops
/// when every lane is decided: about eight words of randomness, exact to 2^-64. Example: p = 0.5
/// is decided by the first bit, so the result is one random word inverted.
class Bernoulli {
 public:
  explicit Bernoulli(double probability)
      : certain_(probability >= 1),
        threshold_(certain_ || !(probability > 0)
                       ? 0
                       : static_cast<uint64_t>(std::ldexp(probability, 64))) {}

  uint64_t lanes(Rng &rng) const {
    if (certain_) return ~uint64_t{0};
    uint64_t below = 0;
    uint64_t undecided = ~uint64_t{0};
    // Once the rest of the threshold is zero, a lane still undecided equals it so far: not below.
    for (uint64_t rest = threshold_; rest != 0 && undecided != 0; rest <<= 1) {
      const uint64_t random = rng.next();
      if (rest >> 63) {
        below |= undecided & ~random;
        undecided &= random;
      } else {
        undecided &= ~random;
      }
    }
    return below;
  }

 private:
  bool certain_;
  uint64_t threshold_;
};

}  // namespace pentad
