#pragma once
// Included by the files that are compiled for one instruction set each; see base/simd.h.
#include "base/simd.h"
#include "extraction/product.h"

namespace pentad {
namespace {

/// Karatsuba's method (1962) above `Direct::multiply`, which takes up to kDirectWords words.
template <typename Direct>
struct KaratsubaProduct {
  static constexpr size_t kDirectWords = 32;

  static void multiply(const uint64_t *a, const uint64_t *b, size_t words, uint64_t *out,
                       uint64_t *scratch) {
    if (words <= kDirectWords) return Direct::multiply(a, b, words, out);
    const size_t half = words / 2;
    multiply(a, b, half, out, scratch);
    multiply(a + half, b + half, half, out + words, scratch);
    uint64_t *sum_a = scratch, *sum_b = scratch + half, *middle = scratch + words;
    for (size_t i = 0; i < half; ++i) {
      sum_a[i] = a[i] ^ a[half + i];
      sum_b[i] = b[i] ^ b[half + i];
    }
    multiply(sum_a, sum_b, half, middle, scratch + 2 * words);
    for (size_t i = 0; i < words; ++i) middle[i] ^= out[i] ^ out[words + i];
    for (size_t i = 0; i < words; ++i) out[half + i] ^= middle[i];
  }
};

}  // namespace
}  // namespace pentad
