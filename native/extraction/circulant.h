#pragma once
#include <cstdint>
#include <vector>

#include "base/control.h"
#include "extraction/product.h"

namespace pentad {

inline constexpr uint64_t kMaxCirculantBits = uint64_t{1} << 24;

/// Bit i of x and y is bit i % 8 of byte i / 8; bits behind the last one are 0.
struct CirculantInputs {
  uint64_t n;
  /// Bits of output, 1 to n.
  uint64_t m;
  /// n - 1 bits; bit n - 1 counts as 0.
  std::vector<uint8_t> x;
  /// n bits.
  std::vector<uint8_t> y;
};

/// Throws std::invalid_argument, naming the field, unless n is 2 to kMaxCirculantBits, m 1 to n,
/// and x and y have as many bytes as their bits take, with zeros behind the last bit.
void check_circulant(const CirculantInputs &inputs);

/// The circulant extractor (Foreman, Yeung, Edgington, Curchod 2022): out bit i is the parity of
/// x[j] & y[(i + j) % n] over all j. Example: n = 7, x = 110001, y = 1000010, m = 3 give 001.
///
/// The sum is the product of y and x reversed, as polynomials over GF(2), wrapped around at n. The
/// caller must choose n as a prime of which 2 is a primitive root. Zeroes the bytes of x and y, and
/// all scratch. Requires check_circulant. Returns false when cancelled, which is checked before and
/// after the product. Time O(n^1.585): about 30 ms for a million bits.
bool extract_circulant(CirculantInputs &inputs, Control &control, std::vector<uint8_t> &out,
                       const ProductKernel &kernel = product_kernel());

}  // namespace pentad
