#include <immintrin.h>

#include "extraction/loops.h"

namespace pentad {
namespace {

struct PclmulProduct {
  /// Column by column: out words c and c + 1 get the products of all pairs whose positions add up
  /// to c. Two pairs take one load each of a and b, b's words being the other way round.
  static void multiply(const uint64_t *a, const uint64_t *b, size_t words, uint64_t *out) {
    uint64_t carried = 0;
    for (size_t column = 0; column + 1 < 2 * words; ++column) {
      const size_t first = column < words ? 0 : column - words + 1;
      const size_t last = column < words ? column : words - 1;
      __m128i sum = _mm_setzero_si128();
      size_t i = first;
      for (; i + 1 <= last; i += 2) {
        const __m128i pair_a = _mm_loadu_si128(reinterpret_cast<const __m128i *>(a + i));
        const __m128i pair_b =
            _mm_loadu_si128(reinterpret_cast<const __m128i *>(b + column - i - 1));
        sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(pair_a, pair_b, 0x10));
        sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(pair_a, pair_b, 0x01));
      }
      if (i == last) {
        const __m128i one_a = _mm_cvtsi64_si128(static_cast<int64_t>(a[i]));
        const __m128i one_b = _mm_cvtsi64_si128(static_cast<int64_t>(b[column - i]));
        sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(one_a, one_b, 0x00));
      }
      out[column] = carried ^ static_cast<uint64_t>(_mm_cvtsi128_si64(sum));
      carried = static_cast<uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum)));
    }
    out[2 * words - 1] = carried;
  }
};

}  // namespace

const ProductKernel &pclmul_product_kernel() {
  static constexpr ProductKernel kKernel = {"pclmul", KaratsubaProduct<PclmulProduct>::multiply};
  return kKernel;
}

}  // namespace pentad
