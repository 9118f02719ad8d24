#pragma once
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "frames/plan.h"
#include "frames/sample.h"

namespace pentad {

/// Runs a plan on one block of at most kBlockShots shots; reused from block to block.
class FrameBlock {
 public:
  FrameBlock(const FramePlan &plan, uint64_t shots, uint64_t seed,
             const std::vector<uint64_t> &inputs, uint64_t *planes);

  /// Samples block `index` into its words of the planes; false when cancelled.
  bool run(uint64_t index, Control &control);

 private:
  uint64_t *row(size_t index) { return &rows_[index * kBlockWords]; }
  uint64_t *reg(int32_t index) { return &registers_[static_cast<size_t>(index) * kBlockWords]; }
  uint64_t *bit(int32_t index) { return &planes_[static_cast<size_t>(index) * stride_ + first_]; }
  const uint64_t *input(int32_t index) const {
    return &inputs_[static_cast<size_t>(index) * stride_ + first_];
  }

  void start(uint64_t index);
  void control_op(const FrameOp &op);
  void mask_with(int32_t index);

  void run_span(const Stage &stage);
  void sum_into(const OutputSum &sum, const uint64_t *mask, uint64_t *to);
  void move_frames(const SpanCode &code);
  void flip_in_mask(const Outputs &outputs);
  void flip_coins(const Outputs &outputs);
  void inject(const SpanCode &code);
  void inject_at_once(const FaultTable &table);
  void draw_outcomes(const FaultTable &table);
  void inject_events(const EventTable &events);
  void inject_listed(const EventTable &events);
  template <typename LaneOf>
  void inject_each(const EventTable &events, uint64_t count, LaneOf lane_of);
  void inject_rare(const RareFault &site);

  const FramePlan &plan_;
  const uint64_t shots_, seed_, stride_;
  const std::vector<uint64_t> &inputs_;
  uint64_t *const planes_;
  const PlaneKernels &kernels_ = plane_kernels();

  std::vector<uint64_t> rows_, registers_, valid_, nowhere_, sums_, faulty_mask_;
  std::vector<uint16_t> outcome_words_;  // zero but within inject_at_once, see PlaneKernels::turn
  std::vector<uint16_t> positions_;      // of a mask's shots, see PlaneKernels::list
  std::vector<const uint64_t *> summed_;
  std::vector<uint64_t *> turned_;
  std::vector<uint64_t *> numbered_;   // where each output of the current span lies, from 1
  uint64_t *const *output_ = nullptr;  // the same, from 0
  const uint64_t *mask_ = nullptr;
  uint64_t masked_ = 0;  // shots in the mask of the current span
  uint64_t words_ = 0, first_ = 0, lanes_in_block_ = 0;
  Rng rng_{0, 0};
  WideRng wide_{rng_};
};

}  // namespace pentad
