#include "stabilizer/transpose.h"

#include <bit>
#include <cstring>

namespace pentad {

void transpose64(uint64_t rows[64]) {
  uint64_t mask = 0x00000000ffffffffu;
  for (int size = 32; size != 0; size >>= 1, mask ^= mask << size) {
    for (int block = 0; block < 64; block += 2 * size) {
      for (int i = block; i < block + size; ++i) {
        const uint64_t moved = (rows[i] >> size ^ rows[i + size]) & mask;
        rows[i] ^= moved << size;
        rows[i + size] ^= moved;
      }
    }
  }
}

void pack_batch(const Batch &batch, size_t bits, uint8_t *to) {
  const size_t width = packed_width(bits);
  each_transposed_block(batch, bits, [&](uint64_t first, size_t k, const uint64_t *square) {
    const uint64_t shots = std::min<uint64_t>(64, batch.shots - first);
    const size_t bytes = std::min<size_t>(8, width - 8 * k);
    uint8_t *at = to + first * width + 8 * k;
    for (uint64_t shot = 0; shot < shots; ++shot, at += width) {
      if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(at, &square[shot], bytes);
      } else {
        for (size_t i = 0; i < bytes; ++i) at[i] = static_cast<uint8_t>(square[shot] >> (8 * i));
      }
    }
  });
}

}  // namespace pentad
