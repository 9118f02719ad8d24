#pragma once
#include <cstddef>
#include <cstdint>

namespace pentad {

/// Form of the matrix that a sweep applies to a qubit. A unitary is divided by its first entry
/// where that is not small, which the group's scale compensates, so that most gates cost one
/// operation a number.
enum class Form : uint8_t {
  kNone,
  kRotate,   // {{1, b}, {c, 1}}, real: ry
  kReflect,  // {{1, b}, {c, -1}}, real: h
  kCross,    // {{1, ib}, {ic, 1}} with real b, c: rx, sx
  kPhase,    // {{1, 0}, {0, d}}: rz, p, s, t, z
  kScaled,   // {{1, b}, {c, d}}: nearly every other one
  kAny
};

enum class SweepKind : uint8_t {
  kPair,         // forms[0] on a, forms[1] on b
  kPairFlip,     // the same, then a controlled x from a to b
  kPairPhase,    // the same, then a phase where both are 1
  kFlip,         // swaps b's halves where the tile index matches (mask, value)
  kTarget,       // any matrix on b where the tile index matches (mask, value) and lanes allow
  kMultiply,     // a number for each lane where the tile index matches (mask, value)
  kLaneReal,     // same * v + other * v with lane bit b flipped, real numbers for each lane
  kLaneComplex,  // the same with complex numbers
  kScalar        // multiplies the tile's scale; touches no amplitude
};

/// One run over a tile of 2^bits amplitudes, whose index bits are tile positions.
///
/// `coefficients` of a pair: {re, im} of the four entries of a's matrix, then of b's, then of the
/// phase; kTarget, kMultiply and kLane find theirs in the lane table from `lanes` on: kTarget 8
/// vectors {re, im} of 4 entries, kMultiply 2, kLaneReal 2 (same, other), kLaneComplex 4 (same re,
/// im, other re, im). A sweep runs only on tiles whose base in the whole state, the bits outside
/// the tile, matches (outside_mask, outside_value).
template <typename T>
struct Sweep {
  SweepKind kind;
  Form forms[2];
  uint8_t a, b;
  uint32_t mask, value;
  uint32_t lanes;
  uint64_t outside_mask, outside_value;
  T coefficients[18];
};

/// Where the runs of a gathered block lie: `runs` of 2^run_bits amplitudes, run i at offsets[i],
/// counted in amplitudes.
struct MemoryRuns {
  const uint64_t *offsets;
  size_t runs;
  int run_bits;
};

/// The inner loops for one instruction set and precision. All pointers are 64-byte aligned.
///
/// Amplitudes lie in groups of 2^lane_bits: the real parts of a group, then its imaginary parts.
/// So a register holds one kind of part, and yet a run of amplitudes is one run of memory.
template <typename T>
struct SweepKernels {
  const char *name;
  /// Amplitudes in a vector register: 2^lane_bits; tile positions below it are lanes.
  int lane_bits;
  /// Runs sweeps in order on a tile; `scale` {re, im} takes the scalars of those that match `base`.
  void (*run)(const Sweep<T> *sweeps, size_t count, const T *lanes, T *tile, int bits,
              uint64_t base, double *scale);
  void (*gather)(const T *from, const MemoryRuns &runs, T *to);
  /// Writes back, multiplied by {re, im} of `scale`.
  void (*scatter)(const T *from, const MemoryRuns &runs, T *to, const double *scale);
};

/// The fastest kernels that this processor runs; `widest` limits the choice, for tests: 0 portable,
/// 1 AVX2, 2 AVX-512.
template <typename T>
const SweepKernels<T> &sweep_kernels(int widest = 2);

template <typename T>
const SweepKernels<T> &portable_kernels();
template <typename T>
const SweepKernels<T> &avx2_kernels();
template <typename T>
const SweepKernels<T> &avx512_kernels();

}  // namespace pentad
