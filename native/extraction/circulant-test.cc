#include "extraction/circulant.h"

#include <stdexcept>
#include <string>

#include "base/random.h"
#include "base/test.h"

namespace pentad {
namespace {

bool bit(const std::vector<uint8_t> &bytes, uint64_t at) {
  return bytes[at / 8] >> at % 8 & 1;
}

std::vector<uint8_t> random_bits(uint64_t bits, Rng &rng) {
  std::vector<uint8_t> bytes((bits + 7) / 8);
  for (uint8_t &byte : bytes) byte = static_cast<uint8_t>(rng.next() >> 56);
  if (bits % 8 != 0) bytes.back() &= static_cast<uint8_t>((1 << bits % 8) - 1);
  return bytes;
}

std::vector<uint8_t> by_definition(const CirculantInputs &inputs) {
  std::vector<uint8_t> out((inputs.m + 7) / 8);
  for (uint64_t i = 0; i < inputs.m; ++i) {
    bool parity = false;
    for (uint64_t j = 0; j + 1 < inputs.n; ++j) {
      parity ^= bit(inputs.x, j) && bit(inputs.y, (i + j) % inputs.n);
    }
    out[i / 8] |= static_cast<uint8_t>(parity << i % 8);
  }
  return out;
}

std::vector<uint8_t> extracted(CirculantInputs inputs, const ProductKernel &kernel) {
  Control control;
  std::vector<uint8_t> out;
  check_circulant(inputs);
  extract_circulant(inputs, control, out, kernel);
  return out;
}

void test_definition() {
  Rng rng(7, 1);
  bool portable = true, fastest = true;
  for (const uint64_t n : {2, 3, 7, 17, 63, 64, 65, 127, 128, 257, 1021, 2048, 2115, 4099}) {
    for (const uint64_t m : {uint64_t{1}, n / 2 + 1, n}) {
      const CirculantInputs inputs{n, m, random_bits(n - 1, rng), random_bits(n, rng)};
      const std::vector<uint8_t> expected = by_definition(inputs);
      portable = portable && extracted(inputs, portable_product_kernel()) == expected;
      fastest = fastest && extracted(inputs, product_kernel()) == expected;
    }
  }
  check("the portable extractor is the sum of its definition", portable);
  check("this processor's extractor is the sum of its definition", fastest);
}

void test_long_inputs() {
  Rng rng(7, 2);
#ifdef PENTAD_SANITIZED
  const uint64_t n = 16'421;
#else
  const uint64_t n = 262'147;
#endif
  const CirculantInputs inputs{n, n / 2, random_bits(n - 1, rng), random_bits(n, rng)};
  const auto fast = extracted(inputs, product_kernel());
  check("extractors agree on long inputs", fast == extracted(inputs, portable_product_kernel()));
}

bool refuses(CirculantInputs inputs, const std::string &field) {
  try {
    check_circulant(inputs);
  } catch (const std::invalid_argument &error) {
    return std::string(error.what()).find(field) == 0;
  }
  return false;
}

void test_checks() {
  const CirculantInputs sound{7, 3, {1}, {2}};
  check_circulant(sound);
  CirculantInputs changed = sound;
  changed.n = 1;
  check("an extractor needs two bits", refuses(changed, "n must"));
  changed = sound;
  changed.m = 8;
  check("an extractor cannot give more than it takes", refuses(changed, "m must"));
  changed = sound;
  changed.x = {64};
  check("x has no bit n - 1", refuses(changed, "x has ones"));
  changed = sound;
  changed.y = {1, 2};
  check("y has as many bytes as its bits take", refuses(changed, "y has 2 bytes"));
}

void test_wiping() {
  CirculantInputs inputs{7, 3, {35}, {33}};
  Control control;
  std::vector<uint8_t> out;
  check("an extraction that runs says so", extract_circulant(inputs, control, out));
  check("the extractor's example holds", out == std::vector<uint8_t>{4});
  check("an extractor's inputs are zeroed", inputs.x[0] == 0 && inputs.y[0] == 0);
  control.cancel = true;
  check("a cancelled extraction says so", !extract_circulant(inputs, control, out));
}

}  // namespace

void test_extraction() {
  test_definition();
  test_long_inputs();
  test_checks();
  test_wiping();
}

}  // namespace pentad
