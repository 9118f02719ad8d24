#pragma once
#include <cstdint>
#include <vector>

#include "frame_noise.h"
#include "frames.h"
#include "random.h"

namespace pentad {

/// Everything about a program that all blocks share.
struct FramePlan {
  explicit FramePlan(const FrameProgram &source);

  const FrameProgram &program;
  Rates noise;
  /// Per op, the next op at or after it that acts even when no shot is masked in.
  std::vector<uint32_t> next_control;
};

/// Runs a plan on one block of at most kBlockShots shots; reused from block to block.
class FrameBlock {
 public:
  FrameBlock(const FramePlan &plan, uint64_t shots, uint64_t seed,
             const std::vector<uint64_t> &inputs, std::vector<uint64_t> &planes);

  /// Samples block `index` into its words of the planes; false when cancelled on the way.
  bool run(uint64_t index, Control &control);

 private:
  static constexpr uint64_t kWords = kBlockShots / 64;

  uint64_t *x(int32_t qubit) { return &rows_[static_cast<size_t>(qubit) * 2 * kWords]; }
  uint64_t *z(int32_t qubit) { return x(qubit) + kWords; }
  uint64_t *frame(int32_t qubit, int32_t which) { return which ? z(qubit) : x(qubit); }
  uint64_t *reg(int32_t index) { return &registers_[static_cast<size_t>(index) * kWords]; }
  uint64_t *bit(int32_t index) { return &planes_[static_cast<size_t>(index) * stride_ + first_]; }

  void start(uint64_t index);
  void step(const FrameOp &op, const Rate &rate, uint32_t rate_index);
  void step_register(const FrameOp &op);
  void mask_with(int32_t index);
  void see_mask();

  void randomize(uint64_t *row);
  void copy(const uint64_t *from, uint64_t *to);
  void hadamard(int32_t qubit);
  void phase(int32_t qubit);
  void controlled_z(int32_t a, int32_t b);
  void reset(int32_t qubit, const Rate &rate, uint32_t rate_index);
  void measure(int32_t qubit, int32_t target, const Rate &rate, uint32_t rate_index);
  void pauli(int32_t qubit, int32_t which);
  void flip(uint64_t *row, const Rate &rate, uint32_t rate_index);
  void pauli1(int32_t qubit, const Rate &rate, uint32_t rate_index);
  void pauli2(int32_t a, int32_t b, const Rate &rate, uint32_t rate_index);

  /// Calls at(word, one-bit mask) for each masked shot that a sparse rate hits.
  template <typename At>
  void each_hit(const Rate &rate, uint32_t rate_index, At at);

  const FramePlan &plan_;
  const uint64_t shots_, seed_, stride_;
  const std::vector<uint64_t> &inputs_;
  std::vector<uint64_t> &planes_;

  std::vector<uint64_t> rows_, registers_, valid_;
  std::vector<uint64_t> gaps_;  // per rate, shots still to pass before its next hit
  const uint64_t *mask_ = nullptr;
  int32_t mask_register_ = -1;
  bool active_ = true;
  uint64_t words_ = 0, first_ = 0;
  Rng rng_{0, 0};
};

}  // namespace pentad
