#include "extraction/loops.h"

namespace pentad {
namespace {

/// 32 bits times 32 bits without carries, by ordinary multiplication of numbers with holes: every
/// fourth bit is used, so that sums of up to eight ones stay in their hole (Pornin, BearSSL).
uint64_t product32(uint32_t a, uint32_t b) {
  static constexpr uint32_t kHoles = 0x11111111;
  uint64_t parts_a[4], parts_b[4];
  for (uint32_t i = 0; i < 4; ++i) {
    parts_a[i] = a & (kHoles << i);
    parts_b[i] = b & (kHoles << i);
  }
  uint64_t product = 0;
  for (uint32_t sum = 0; sum < 4; ++sum) {
    uint64_t part = 0;
    for (uint32_t i = 0; i < 4; ++i) part ^= parts_a[i] * parts_b[(sum - i) & 3];
    product |= part & (0x1111111111111111u << sum);
  }
  return product;
}

struct PortableProduct {
  static void multiply(const uint64_t *a, const uint64_t *b, size_t words, uint64_t *out) {
    for (size_t i = 0; i < 2 * words; ++i) out[i] = 0;
    for (size_t i = 0; i < words; ++i) {
      for (size_t j = 0; j < words; ++j) add_product(a[i], b[j], out + i + j);
    }
  }

  static void add_product(uint64_t a, uint64_t b, uint64_t *to) {
    const auto low_a = static_cast<uint32_t>(a), high_a = static_cast<uint32_t>(a >> 32);
    const auto low_b = static_cast<uint32_t>(b), high_b = static_cast<uint32_t>(b >> 32);
    const uint64_t low = product32(low_a, low_b);
    const uint64_t high = product32(high_a, high_b);
    const uint64_t middle = product32(low_a ^ high_a, low_b ^ high_b) ^ low ^ high;
    to[0] ^= low ^ middle << 32;
    to[1] ^= high ^ middle >> 32;
  }
};

}  // namespace

const ProductKernel &portable_product_kernel() {
  static constexpr ProductKernel kKernel = {"portable",
                                            KaratsubaProduct<PortableProduct>::multiply};
  return kKernel;
}

}  // namespace pentad
