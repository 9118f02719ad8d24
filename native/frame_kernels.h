#pragma once
#include <cstddef>
#include <cstdint>

namespace pentad {

/// Shots are drawn in blocks of this many; each block has a random stream of its own.
inline constexpr uint64_t kBlockShots = 8192;
/// Words of 64 shots in one row of a block.
inline constexpr uint64_t kBlockWords = kBlockShots / 64;
/// Outputs of which a word for each shot can tell.
inline constexpr size_t kGathered = 32;

/// Where the word of a shot lies in FrameKernels::turn: 13 bits turned by 8, which puts the shots
/// that become neighbouring bits of a row far apart and those that become one bit of neighbouring
/// words side by side.
inline constexpr uint64_t place_of(uint64_t shot) {
  return (shot << 8 | (shot & (kBlockShots - 1)) >> 5) & (kBlockShots - 1);
}

/// The loops over rows of a block, for one instruction set; all of them give the same bits.
struct FrameKernels {
  const char *name;

  /// Words of `to`: the XOR of `count` rows at the same words; only where `mask` holds ones, all of
  /// them when it is null. `to` is none of the rows.
  void (*sum)(const uint64_t *const *rows, size_t count, const uint64_t *mask, uint64_t words,
              uint64_t *to);

  /// `to` with `from`: XOR, OR, AND, AND NOT, in the order of FrameCode from kXor on.
  void (*combine[4])(const uint64_t *from, uint64_t words, uint64_t *to);

  /// Writes the places of the mask's ones, in order, and answers how many there are.
  size_t (*list)(const uint64_t *mask, uint64_t words, uint16_t *to);

  /// Turns a word for each shot, bit b for output b, into a row for each of the first `outputs`
  /// ones, in place: the word of shot s lies at place_of(s), the row of output b is the 256 words
  /// from 256 b on, 32 shots to a word. Outputs from `outputs` on must have no ones; all that lies
  /// behind the last row is zero then.
  void (*turn)(uint32_t *words, size_t outputs);

  /// XORs a row that turn made into `to` where `mask` holds ones, and leaves zeros in its place.
  void (*take)(uint32_t *row, const uint64_t *mask, uint64_t words, uint64_t *to);
};

const FrameKernels &portable_frame_kernels();
const FrameKernels &avx2_frame_kernels();

/// The fastest that this processor runs.
const FrameKernels &frame_kernels();

}  // namespace pentad
