#include "frames/block.h"

#include <algorithm>
#include <bit>

#include "base/poisson.h"

namespace pentad {
namespace {

/// Cost of listing a shot, in units of drawing an event that falls outside the mask.
constexpr double kListing = 0.25;

/// Ones of the words, in a form that compilers turn into vector code for any processor.
uint64_t count_ones(const uint64_t *words, uint64_t size) {
  uint64_t ones = 0;
  for (uint64_t w = 0; w < size; ++w) {
    uint64_t x = words[w];
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    x += x >> 8;
    x += x >> 16;
    ones += (x + (x >> 32)) & 0x7f;
  }
  return ones;
}

size_t widest(const FramePlan &plan) {
  size_t most = 0;
  for (const Stage &stage : plan.stages) {
    if (stage.code) most = std::max(most, stage.code->row_sums.size());
  }
  return most;
}

}  // namespace

FrameBlock::FrameBlock(const FramePlan &plan, uint64_t shots, uint64_t seed,
                       const std::vector<uint64_t> &inputs, uint64_t *planes)
    : plan_(plan),
      shots_(shots),
      seed_(seed),
      stride_(plane_words(shots)),
      inputs_(inputs),
      planes_(planes),
      rows_(size_t{plan.program.qubits} * 2 * kBlockWords),
      registers_(size_t{plan.program.registers} * kBlockWords),
      valid_(kBlockWords),
      nowhere_(kBlockWords),
      sums_(widest(plan) * kBlockWords),
      faulty_mask_(kBlockWords),
      outcome_words_(kBlockShots),
      positions_(kBlockShots + kListRoom) {}

void FrameBlock::start(uint64_t index) {
  rng_ = Rng(seed_, index);
  wide_ = WideRng(rng_);
  first_ = index * kBlockWords;
  words_ = std::min(kBlockWords, stride_ - first_);
  lanes_in_block_ = std::min(kBlockShots, shots_ - first_ * 64);
  for (uint32_t b = 0; b < plan_.program.bits; ++b) {
    std::fill_n(bit(static_cast<int32_t>(b)), words_, 0);
  }
  std::fill(rows_.begin(), rows_.end(), 0);
  std::fill(registers_.begin(), registers_.end(), 0);
  std::fill(valid_.begin(), valid_.end(), 0);
  std::fill_n(valid_.begin(), words_, ~uint64_t{0});
  if (lanes_in_block_ % 64 != 0) {
    valid_[words_ - 1] = ~uint64_t{0} >> (64 - lanes_in_block_ % 64);
  }
  mask_with(-1);
}

bool FrameBlock::run(uint64_t index, Control &control) {
  start(index);
  for (const Stage &stage : plan_.stages) {
    if (control.cancelled()) return false;
    if (!stage.code) {
      control_op(plan_.program.ops[stage.ops.begin]);
    } else {
      run_span(stage);
    }
    control.done.fetch_add(stage.ops.end - stage.ops.begin, std::memory_order_relaxed);
  }
  return !control.cancelled();
}

void FrameBlock::control_op(const FrameOp &op) {
  if (op.code == FrameCode::kMask) return mask_with(op.a);
  uint64_t *to = reg(op.a);
  if (op.code == FrameCode::kSet) {
    for (uint64_t w = 0; w < words_; ++w) to[w] = op.b ? valid_[w] : 0;
  } else {
    const auto kind = static_cast<size_t>(op.code) - static_cast<size_t>(FrameCode::kXor);
    kernels_.combine[kind](op.c ? reg(op.b) : bit(op.b), words_, to);
  }
}

void FrameBlock::mask_with(int32_t index) {
  mask_ = index < 0 ? valid_.data() : reg(index);
}

void FrameBlock::run_span(const Stage &stage) {
  const SpanCode &code = *stage.code;
  for (const std::vector<size_t> &coin : stage.coins_before) {
    for (uint64_t w = 0; w < words_; ++w) {
      const uint64_t random = rng_.next() & valid_[w];
      for (size_t index : coin) row(index)[w] ^= random;
    }
  }
  masked_ = mask_ == valid_.data() ? lanes_in_block_ : count_ones(mask_, words_);
  if (masked_ == 0) return;
  numbered_.assign(1, nowhere_.data());
  for (int32_t index : stage.bits) numbered_.push_back(bit(index));
  for (size_t index : code.rows) numbered_.push_back(row(index));
  output_ = &numbered_[1];
  move_frames(code);
  flip_in_mask(code.always);
  for (const Outputs &coin : code.coins) flip_coins(coin);
  inject(code);
}

/// XORs the sum's rows and input planes into `to`, in shots of the mask only.
void FrameBlock::sum_into(const OutputSum &sum, const uint64_t *mask, uint64_t *to) {
  summed_.clear();
  for (size_t index : sum.rows) summed_.push_back(row(index));
  for (int32_t index : sum.inputs) summed_.push_back(input(index));
  kernels_.sum(summed_.data(), summed_.size(), mask, words_, to);
}

/// All sums are of the rows as they came in: bits first, then the rows by way of a copy.
void FrameBlock::move_frames(const SpanCode &code) {
  const uint64_t *mask = masked_ == kBlockShots ? nullptr : mask_;
  for (const OutputSum &sum : code.bit_sums) sum_into(sum, mask, output_[sum.output]);
  for (size_t i = 0; i < code.row_sums.size(); ++i) {
    sum_into(code.row_sums[i], nullptr, &sums_[i * kBlockWords]);
  }
  for (size_t i = 0; i < code.row_sums.size(); ++i) {
    const uint64_t *moved = &sums_[i * kBlockWords];
    kernels_.sum(&moved, 1, mask, words_, output_[code.row_sums[i].output]);
  }
}

void FrameBlock::flip_in_mask(const Outputs &outputs) {
  for (uint16_t output : outputs) {
    for (uint64_t w = 0; w < words_; ++w) output_[output][w] ^= mask_[w];
  }
}

void FrameBlock::flip_coins(const Outputs &outputs) {
  for (uint64_t w = 0; w < words_; ++w) {
    const uint64_t random = rng_.next() & mask_[w];
    for (uint16_t output : outputs) output_[output][w] ^= random;
  }
}

void FrameBlock::inject(const SpanCode &code) {
  if (!code.outcomes.empty() && code.draws_outcomes(masked_)) {
    for (const FaultTable &table : code.outcomes) inject_at_once(table);
  } else {
    inject_events(code.events);
    for (const RareFault &site : code.rare) inject_rare(site);
  }
}

/// Injects all faults of a shot by one draw; unless they are few, shots without faults are left out
/// first.
void FrameBlock::inject_at_once(const FaultTable &table) {
  draw_outcomes(table);
  uint16_t *row = outcome_words_.data();
  kernels_.transpose(row, table.outputs().size());
  for (const Outputs &outputs : table.outputs()) {
    turned_.clear();
    for (uint16_t output : outputs) turned_.push_back(output_[output]);
    kernels_.xor_row_out(row, words_, turned_.data(), turned_.size());
    row += kBlockShots / 16;
  }
}

void FrameBlock::draw_outcomes(const FaultTable &table) {
  const auto draw = [&](const uint16_t *positions, size_t count) {
    kernels_.draw(wide_, table.cells().data(), table.outputs().size(), positions, count,
                  outcome_words_.data());
  };
  if (table.chance() == 0 && masked_ == kBlockShots) return draw(nullptr, kBlockShots);
  const uint64_t *hit = mask_;
  if (table.chance() != 0) {
    kernels_.thin(wide_, table.chance(), mask_, words_, faulty_mask_.data());
    hit = faulty_mask_.data();
  }
  draw(positions_.data(), kernels_.list(hit, words_, positions_.data()));
}

void FrameBlock::inject_events(const EventTable &events) {
  if (events.rate() <= 0) return;
  const uint64_t outside = kBlockShots - masked_;
  if (static_cast<double>(masked_) * kListing < static_cast<double>(outside) * events.rate()) {
    return inject_listed(events);
  }
  // The low bits pick one of kBlockShots lanes, the high ones the effect.
  const uint64_t count = poisson(events.rate() * kBlockShots, rng_);
  if (outside == 0) {
    return inject_each(events, count, [](uint64_t random) { return random % kBlockShots; });
  }
  const uint64_t *mask = mask_, lanes = words_ * 64;
  inject_each(events, count, [=](uint64_t random) {
    const uint64_t lane = random % kBlockShots;
    return lane < lanes && (mask[lane / 64] >> (lane % 64) & 1) ? lane : kBlockShots;
  });
}

void FrameBlock::inject_listed(const EventTable &events) {
  const uint64_t count = poisson(events.rate() * static_cast<double>(masked_), rng_);
  if (count == 0) return;
  const uint64_t size = kernels_.list(mask_, words_, positions_.data());
  const uint16_t *listed = positions_.data();
  inject_each(events, count,
              [=](uint64_t random) { return shot_at(listed[(random & 0xffffffff) * size >> 32]); });
}

/// One event for each of `count` random numbers; `lane_of` answers kBlockShots for none. Works on
/// copies, as the compiler cannot know that the planes do not alias the generator or the pointers.
template <typename LaneOf>
void FrameBlock::inject_each(const EventTable &events, uint64_t count, LaneOf lane_of) {
  Rng rng = rng_;
  uint64_t *const *numbered = numbered_.data();
  const EventTable::Picker picker = events.picker();
  for (; count > 0; --count) {
    const uint64_t random = rng.next(), lane = lane_of(random);
    if (lane == kBlockShots) continue;
    const uint64_t word = lane / 64, one = uint64_t{1} << (lane % 64);
    const EventTable::Flips flips = picker.pick(static_cast<uint32_t>(random >> 32));
    for (const uint16_t *at = flips.fours, *end = at + flips.count * 4; at != end; at += 4) {
      numbered[at[0]][word] ^= one;
      numbered[at[1]][word] ^= one;
      numbered[at[2]][word] ^= one;
      numbered[at[3]][word] ^= one;
    }
  }
  rng_ = rng;
}

void FrameBlock::inject_rare(const RareFault &site) {
  for (uint64_t lane = site.gap(rng_); lane < lanes_in_block_; lane += 1 + site.gap(rng_)) {
    if (!(mask_[lane / 64] >> (lane % 64) & 1)) continue;
    for (uint16_t output : site.outcome(rng_)) {
      output_[output][lane / 64] ^= uint64_t{1} << (lane % 64);
    }
  }
}

}  // namespace pentad
