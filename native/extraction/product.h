#pragma once
#include <cstddef>
#include <cstdint>

namespace pentad {

/// Products of polynomials over GF(2) for one instruction set; all of them give the same bits, in
/// a time that depends on the length alone.
struct ProductKernel {
  const char *name;

  /// out[0, 2 * words) becomes the product of a and b: coefficient i is bit i % 64 of word i / 64.
  /// Example: words = 1, a = 0b11, b = 0b101 give out[0] = 0b1111, out[1] = 0.
  ///
  /// Requires product_words(words) == words; `scratch` has 4 * words. Time O(words^1.585).
  void (*multiply)(const uint64_t *a, const uint64_t *b, size_t words, uint64_t *out,
                   uint64_t *scratch);
};

const ProductKernel &portable_product_kernel();
const ProductKernel &pclmul_product_kernel();

/// The fastest kernel that this processor runs. Every processor with AVX2 has PCLMULQDQ, so there
/// is none in between.
const ProductKernel &product_kernel();

/// The least length of at least `words` that halves evenly down to a length that is multiplied
/// directly.
size_t product_words(size_t words);

}  // namespace pentad
