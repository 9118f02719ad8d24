#pragma once
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/aligned-array.h"
#include "base/control.h"
#include "sweeps/kernels.h"
#include "sweeps/plan.h"

namespace pentad {

/// Most qubits a state may have: 16 GiB of amplitudes in double precision.
inline constexpr int kMaxQubits = 30;

/// How a state is worked on. `threads` does not change the result; the other members change it by
/// rounding only.
struct Resources {
  unsigned threads = 1;
  /// See sweep_kernels.
  int widest = 2;
  /// 0: chosen to suit the processor's caches.
  int block_bits = 0, tile_bits = 0;
};

/// Amplitudes of n qubits in precision T; qubit q is bit q of the index.
///
/// Example: after h on qubit 0 of a fresh state, amplitudes 0 and 1 are 0.7071. Memory 2 *
/// sizeof(T) * 2^n bytes and a block for each thread. With fewer than kMinBits qubits, the
/// amplitudes of kMinBits qubits exist and the rest stay 0. All work checks the cancel flag every
/// few milliseconds; when cancelled, it leaves the state unspecified.
template <typename T>
class State {
 public:
  /// All amplitudes zero but the first. Throws std::bad_alloc when there is no memory.
  State(int qubits, const Resources &resources);

  size_t size() const { return size_t{1} << bits_; }
  std::complex<double> amplitude(size_t index) const {
    const size_t at = position(index);
    return {static_cast<double>(numbers_[at]), static_cast<double>(numbers_[at + width()])};
  }

  /// Deep copy, never made by accident.
  State clone() const;

  /// Runs the steps; `progress` now and then receives the number of steps done, from one thread at
  /// a time; a share kCommitShare of it stands for committing memory.
  void run(const std::vector<Step> &steps, const Control &control,
           const std::function<void(double)> &progress);

  /// Weights of all joint outcomes of measuring the qubits; not normalized. Bit i of an index into
  /// them belongs to qubits[i]. One pass over the state, however many qubits.
  std::vector<double> joint_weights(const std::vector<int> &qubits, const Control &control) const;

  /// From now on skips the amplitudes whose index has one of these bits, until a step needs them.
  /// Requires that they are 0.
  void restrict_support(uint64_t qubits) { support_ &= ~qubits; }

  /// Sums of |amplitude|^2 over each kChunk indices.
  std::vector<double> chunk_weights(const Control &control) const;
  double weight(size_t index) const { return std::norm(amplitude(index)); }

  /// Amplitudes between two checks of the cancel flag, and in a chunk's sum.
  static constexpr size_t kChunk = size_t{1} << 12;

 private:
  static constexpr int kMinBits = 6;
  /// Share of the progress that a large state's first touch of its memory takes on a common
  /// machine.
  static constexpr double kCommitShare = 0.05;
  /// Number of chunks below which touching them takes no noticeable time.
  static constexpr uint64_t kMinReached = 1024;
  struct Workspace {
    AlignedArray<T> block, tile;
  };

  size_t width() const { return size_t{1} << kernels_->lane_bits; }
  /// Offset of an amplitude's real part; the imaginary one is width() numbers further, see
  /// SweepKernels.
  size_t position(size_t index) const { return index + (index & ~(width() - 1)); }
  Shape shape() const;
  /// Adds the qubits to the support and, in a large state, touches the memory that so comes into
  /// use for the first time. Otherwise one block of far qubits might touch all memory: that takes
  /// seconds where the system must find it first, without progress and without a check of the
  /// cancel flag. `report` receives the fraction of all chunks that are in use.
  void commit_memory(uint64_t qubits, const Control &control,
                     const std::function<void(double)> &report);
  void touch_pages(size_t first);
  void run_pass(const Pass<T> &pass, std::vector<Workspace> &spaces, const Control &control,
                const std::function<void(double)> &progress);
  void run_groups(const Pass<T> &pass, T *block, int bits, uint64_t base, Workspace &space,
                  const Control &control) const;
  void run_group(const TileSweeps<T> &group, T *block, int bits, uint64_t base, Workspace &space,
                 const Control &control) const;
  /// The bits above a chunk's.
  static std::vector<int> positions_above(uint64_t bits);
  /// Whether the chunk that holds `index` lies where a bit outside of `bits` is set.
  static bool is_outside(size_t index, uint64_t bits) {
    return (index / kChunk * kChunk & ~bits) != 0;
  }
  size_t chunks() const { return (size() + kChunk - 1) / kChunk; }
  double range_weight(size_t from, size_t to) const;
  struct JointBins;
  void add_chunk(size_t first, const JointBins &bins, double *sums) const;

  int bits_;
  /// Amplitudes whose index has a bit outside of these are 0.
  uint64_t support_ = 0;
  /// Memory of amplitudes whose index has a bit outside of these is still untouched.
  uint64_t touched_ = 0;
  Resources resources_;
  const SweepKernels<T> *kernels_;
  AlignedArray<T> numbers_;
};

}  // namespace pentad
