#pragma once
#include <cstddef>
#include <cstdint>

#include "base/random.h"

namespace pentad {

/// Shots are drawn in blocks of this many; each block has a random stream of its own.
inline constexpr uint64_t kBlockShots = 8192;
/// Words of 64 shots in one row of a block.
inline constexpr uint64_t kBlockWords = kBlockShots / 64;
/// Numbers behind its last output that PlaneKernels::list may overwrite.
inline constexpr size_t kListRoom = 8;

/// Where the word of a shot lies in PlaneKernels::transpose: 13 bits rotated by 9. Shots that
/// become neighbouring bits of a row then lie far apart, and shots that become the same bit of
/// neighbouring words lie side by side.
static inline constexpr uint64_t transposed_index(uint64_t shot) {
  return (shot << 9 | (shot & (kBlockShots - 1)) >> 4) & (kBlockShots - 1);
}

static inline constexpr uint64_t shot_at(uint64_t position) {
  return (position << 4 | (position & (kBlockShots - 1)) >> 9) & (kBlockShots - 1);
}

/// A cell of Walker's alias method: numbers below the threshold give outcomes[1], others
/// outcomes[0].
struct OutcomeCell {
  uint32_t threshold;
  uint16_t outcomes[2];
};

/// The loops over rows of a block, for one instruction set; all of them give the same bits.
struct PlaneKernels {
  const char *name;

  /// Writes the XOR of `count` rows into `to`: only the bits where `mask` has ones, all bits when
  /// it is null. `to` is none of the rows.
  void (*sum)(const uint64_t *const *rows, size_t count, const uint64_t *mask, uint64_t words,
              uint64_t *to);

  /// `to` with `from`: XOR, OR, AND, AND NOT, in the order of FrameCode from kXor on.
  void (*combine[4])(const uint64_t *from, uint64_t words, uint64_t *to);

  /// Writes the positions of the mask's shots, in the order of the shots, and returns how many
  /// there are. The output must have room for kListRoom more.
  size_t (*list)(const uint64_t *mask, uint64_t words, uint16_t *to);

  /// Keeps each one of `mask` in `to` with a probability of chance / 2^64. Works in steps of eight
  /// words: behind the last of `words` the mask must be zero up to there.
  void (*thin)(WideRng &rng, uint64_t chance, const uint64_t *mask, uint64_t words, uint64_t *to);

  /// Draws an outcome from 2^bits cells for each of `count` positions, or for all kBlockShots when
  /// `positions` is null, and writes it there.
  void (*draw)(WideRng &rng, const OutcomeCell *cells, size_t bits, const uint16_t *positions,
               size_t count, uint16_t *words);

  /// Turns a word for each shot, bit b for output b, into a row for each of the first `outputs`
  /// ones, in place: the word of shot s lies at transposed_index(s), the row of output b is the 512
  /// words from 512 b on, 16 shots to a word. Outputs from `outputs` on must have no ones; all that
  /// lies behind the last row is zero then.
  void (*transpose)(uint16_t *words, size_t outputs);

  /// XORs a row that transpose made into each of `count` others and leaves zeros in its place.
  void (*xor_row_out)(uint16_t *row, uint64_t words, uint64_t *const *to, size_t count);
};

const PlaneKernels &portable_plane_kernels();
const PlaneKernels &avx2_plane_kernels();

/// The fastest kernels that this processor runs.
const PlaneKernels &plane_kernels();

}  // namespace pentad
