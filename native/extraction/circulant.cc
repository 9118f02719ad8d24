#include "extraction/circulant.h"

#include <cstring>
#include <stdexcept>
#include <string>

namespace pentad {
namespace {

/// Zeroes memory that is not read again: the compiler must not leave it out.
template <typename T>
void wipe(std::vector<T> &numbers) {
  volatile T *each = numbers.data();
  for (size_t i = 0; i < numbers.size(); ++i) each[i] = 0;
}

struct Words : std::vector<uint64_t> {
  using std::vector<uint64_t>::vector;
  ~Words() { wipe(*this); }
};

void check_bits(const char *name, const std::vector<uint8_t> &bytes, uint64_t bits) {
  if (bytes.size() != (bits + 7) / 8) {
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(bytes.size()) +
                                " bytes instead of " + std::to_string((bits + 7) / 8));
  }
  if (bits % 8 != 0 && bytes.back() >> bits % 8 != 0) {
    throw std::invalid_argument(std::string(name) + " has ones behind its last bit");
  }
}

/// Bit i of `bytes` becomes bit i % 64 of word i / 64.
Words load(const std::vector<uint8_t> &bytes, size_t words) {
  Words loaded(words);
  for (size_t i = 0; i < bytes.size(); ++i) loaded[i / 8] |= uint64_t{bytes[i]} << i % 8 * 8;
  return loaded;
}

uint64_t reversed(uint64_t word) {
  word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
  word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
  word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
  word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
  word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
  return word >> 32 | word << 32;
}

/// The 64 bits from bit `at` on; at least one word must follow that of bit `at`.
uint64_t bits_from(const Words &words, uint64_t at) {
  const uint64_t shift = at % 64;
  const uint64_t low = words[at / 64] >> shift;
  return shift == 0 ? low : low | words[at / 64 + 1] << (64 - shift);
}

/// Bit i of the first n bits becomes bit n - 1 - i, in `words` words.
Words reverse_bits(const Words &bits, uint64_t n, size_t words) {
  const size_t used = (n + 63) / 64;
  Words turned(used + 1), shifted(words);
  for (size_t i = 0; i < used; ++i) turned[i] = reversed(bits[used - 1 - i]);
  for (size_t i = 0; i < used; ++i) shifted[i] = bits_from(turned, 64 * i + (64 * used - n));
  return shifted;
}

/// Bits 0 to m - 1 of the wrapped sum: bit i of it is bits i + n - 1 and i - 1 of the product.
void fold(const Words &product, uint64_t n, uint64_t m, std::vector<uint8_t> &out) {
  out.assign((m + 7) / 8, 0);
  for (uint64_t at = 0; at < m; at += 64) {
    const uint64_t wrapped = at == 0 ? product[0] << 1 : bits_from(product, at - 1);
    uint64_t word = bits_from(product, at + n - 1) ^ wrapped;
    if (m - at < 64) word &= (uint64_t{1} << (m - at)) - 1;
    for (uint64_t i = at / 8; i < out.size() && i < at / 8 + 8; ++i, word >>= 8) {
      out[i] = static_cast<uint8_t>(word);
    }
  }
}

}  // namespace

void check_circulant(const CirculantInputs &inputs) {
  if (inputs.n < 2 || inputs.n > kMaxCirculantBits) {
    throw std::invalid_argument("n must be 2 to " + std::to_string(kMaxCirculantBits));
  }
  if (inputs.m < 1 || inputs.m > inputs.n) throw std::invalid_argument("m must be 1 to n");
  check_bits("x", inputs.x, inputs.n - 1);
  check_bits("y", inputs.y, inputs.n);
}

bool extract_circulant(CirculantInputs &inputs, Control &control, std::vector<uint8_t> &out,
                       const ProductKernel &kernel) {
  control.total = 1;
  if (control.cancelled()) return false;
  const uint64_t n = inputs.n;
  const size_t words = product_words((n + 63) / 64);
  const Words y = load(inputs.y, words);
  const Words x = reverse_bits(load(inputs.x, words), n, words);
  wipe(inputs.x);
  wipe(inputs.y);
  Words product(2 * words + 2), scratch(4 * words);
  kernel.multiply(x.data(), y.data(), words, product.data(), scratch.data());
  fold(product, n, inputs.m, out);
  control.done = 1;
  return !control.cancelled();
}

}  // namespace pentad
