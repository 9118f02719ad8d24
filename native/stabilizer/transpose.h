#pragma once
#include <algorithm>

#include "stabilizer/sampler.h"

namespace pentad {

/// Turns a 64 x 64 bit square over its diagonal: bit j of row i becomes bit i of row j.
void transpose64(uint64_t rows[64]);

/// Turns a batch's rows of shots into shots of bits: calls use(first shot, k, square) with bits
/// 64 k and on of 64 shots, a word a shot, for k in turn and then the next 64 shots.
template <typename Use>
void each_transposed_block(const Batch &batch, size_t bits, Use use) {
  uint64_t square[64];
  for (uint64_t w = 0; w < batch.words(); ++w) {
    for (size_t k = 0; k * 64 < bits; ++k) {
      const size_t in_square = std::min<size_t>(64, bits - k * 64);
      for (size_t b = 0; b < in_square; ++b)
        square[b] = batch.data[(k * 64 + b) * batch.stride + w];
      std::fill(square + in_square, square + 64, 0);
      transpose64(square);
      use(w * 64, k, square);
    }
  }
}

/// Bytes of a shot of so many bits.
inline size_t packed_width(size_t bits) {
  return (bits + 7) / 8;
}

/// Writes a batch's shots one after the other, each packed_width(bits) bytes.
void pack_batch(const Batch &batch, size_t bits, uint8_t *to);

}  // namespace pentad
