#include "extraction/product.h"

namespace pentad {

const ProductKernel &product_kernel() {
#ifdef PENTAD_X86
  static const ProductKernel &best = []() -> const ProductKernel & {
    __builtin_cpu_init();
    return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("avx2")
               ? pclmul_product_kernel()
               : portable_product_kernel();
  }();
  return best;
#else
  return portable_product_kernel();
#endif
}

size_t product_words(size_t words) {
  size_t direct = words;
  size_t halvings = 0;
  for (; direct > 32; ++halvings) direct = (direct + 1) / 2;
  return direct << halvings;
}

}  // namespace pentad
