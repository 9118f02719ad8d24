#include "frame_block.h"

#include <algorithm>
#include <bit>

namespace pentad {
namespace {

/// Ops between two looks at the cancel flag; at 0.1 to 1 us an op, well below a millisecond.
constexpr size_t kOpsPerLook = 512;

bool acts_without_shots(FrameCode code) {
  return code >= FrameCode::kSet;
}

std::vector<uint32_t> find_next_control(const std::vector<FrameOp> &ops) {
  std::vector<uint32_t> next(ops.size());
  uint32_t control = static_cast<uint32_t>(ops.size());
  for (size_t i = ops.size(); i-- > 0;) {
    if (acts_without_shots(ops[i].code)) control = static_cast<uint32_t>(i);
    next[i] = control;
  }
  return next;
}

}  // namespace

FramePlan::FramePlan(const FrameProgram &source)
    : program(source), noise(collect_rates(source)), next_control(find_next_control(source.ops)) {}

FrameBlock::FrameBlock(const FramePlan &plan, uint64_t shots, uint64_t seed,
                       const std::vector<uint64_t> &inputs, std::vector<uint64_t> &planes)
    : plan_(plan),
      shots_(shots),
      seed_(seed),
      stride_(plane_words(shots)),
      inputs_(inputs),
      planes_(planes),
      rows_(size_t{plan.program.qubits} * 2 * kWords),
      registers_(size_t{plan.program.registers} * kWords),
      valid_(kWords),
      gaps_(plan.noise.rates.size()) {}

void FrameBlock::start(uint64_t index) {
  rng_ = Rng(seed_, index);
  first_ = index * kWords;
  words_ = std::min(kWords, stride_ - first_);
  std::fill(rows_.begin(), rows_.end(), 0);
  std::fill(registers_.begin(), registers_.end(), 0);
  std::fill(valid_.begin(), valid_.end(), ~uint64_t{0});
  if (first_ + words_ == stride_ && shots_ % 64 != 0) {
    valid_[words_ - 1] = ~uint64_t{0} >> (64 - shots_ % 64);
  }
  for (size_t i = 0; i < gaps_.size(); ++i) {
    const Rate &rate = plan_.noise.rates[i];
    if (!rate.never() && rate.sparse()) gaps_[i] = rate.gap(rng_);
  }
  mask_with(-1);
}

bool FrameBlock::run(uint64_t index, Control &control) {
  start(index);
  const std::vector<FrameOp> &ops = plan_.program.ops;
  size_t counted = 0;
  for (size_t i = 0; i < ops.size(); ++i) {
    if (!active_) i = plan_.next_control[i];
    if (i >= ops.size()) break;
    if (i - counted >= kOpsPerLook) {
      if (control.cancelled()) return false;
      control.done.fetch_add(i - counted, std::memory_order_relaxed);
      counted = i;
    }
    const uint32_t rate_index = plan_.noise.of_op[i];
    step(ops[i], plan_.noise.rates[rate_index], rate_index);
  }
  control.done.fetch_add(ops.size() - counted, std::memory_order_relaxed);
  return !control.cancelled();
}

void FrameBlock::step(const FrameOp &op, const Rate &rate, uint32_t rate_index) {
  switch (op.code) {
    case FrameCode::kReset:
      return reset(op.a, rate, rate_index);
    case FrameCode::kH:
      return hadamard(op.a);
    case FrameCode::kS:
      return phase(op.a);
    case FrameCode::kCz:
      return controlled_z(op.a, op.b);
    case FrameCode::kMeasure:
      return measure(op.a, op.b, rate, rate_index);
    case FrameCode::kPauli1:
      return pauli1(op.a, rate, rate_index);
    case FrameCode::kPauli2:
      return pauli2(op.a, op.b, rate, rate_index);
    case FrameCode::kPauli:
      return pauli(op.a, op.b);
    case FrameCode::kPeek:
      return copy(frame(op.a, op.c), bit(op.b));
    case FrameCode::kLoad:
      return copy(&inputs_[static_cast<size_t>(op.b) * stride_ + first_], frame(op.a, op.c));
    case FrameCode::kMask:
      return mask_with(op.a);
    default:
      return step_register(op);
  }
}

void FrameBlock::step_register(const FrameOp &op) {
  uint64_t *to = reg(op.a);
  if (op.code == FrameCode::kSet) {
    for (uint64_t w = 0; w < words_; ++w) to[w] = op.b ? valid_[w] : 0;
  } else {
    const uint64_t *from = op.c ? reg(op.b) : bit(op.b);
    for (uint64_t w = 0; w < words_; ++w) {
      switch (op.code) {
        case FrameCode::kXor:
          to[w] ^= from[w];
          break;
        case FrameCode::kOr:
          to[w] |= from[w];
          break;
        case FrameCode::kAnd:
          to[w] &= from[w];
          break;
        default:
          to[w] &= ~from[w];
          break;
      }
    }
  }
  if (op.a == mask_register_) see_mask();
}

void FrameBlock::mask_with(int32_t index) {
  mask_register_ = index;
  mask_ = index < 0 ? valid_.data() : reg(index);
  see_mask();
}

void FrameBlock::see_mask() {
  active_ = std::any_of(mask_, mask_ + words_, [](uint64_t word) { return word != 0; });
}

void FrameBlock::randomize(uint64_t *row) {
  // XOR with fresh fair bits: whatever was there, the result is fair and independent of it.
  for (uint64_t w = 0; w < words_; ++w) row[w] ^= rng_.next() & mask_[w];
}

void FrameBlock::copy(const uint64_t *from, uint64_t *to) {
  for (uint64_t w = 0; w < words_; ++w) to[w] = (to[w] & ~mask_[w]) | (from[w] & mask_[w]);
}

void FrameBlock::hadamard(int32_t qubit) {
  uint64_t *xs = x(qubit), *zs = z(qubit);
  for (uint64_t w = 0; w < words_; ++w) {
    const uint64_t differ = (xs[w] ^ zs[w]) & mask_[w];
    xs[w] ^= differ;
    zs[w] ^= differ;
  }
}

void FrameBlock::phase(int32_t qubit) {
  uint64_t *xs = x(qubit), *zs = z(qubit);
  for (uint64_t w = 0; w < words_; ++w) zs[w] ^= xs[w] & mask_[w];
}

void FrameBlock::controlled_z(int32_t a, int32_t b) {
  uint64_t *xa = x(a), *za = z(a), *xb = x(b), *zb = z(b);
  for (uint64_t w = 0; w < words_; ++w) {
    zb[w] ^= xa[w] & mask_[w];
    za[w] ^= xb[w] & mask_[w];
  }
}

void FrameBlock::reset(int32_t qubit, const Rate &rate, uint32_t rate_index) {
  uint64_t *xs = x(qubit);
  for (uint64_t w = 0; w < words_; ++w) xs[w] &= ~mask_[w];
  randomize(z(qubit));
  flip(xs, rate, rate_index);
}

void FrameBlock::measure(int32_t qubit, int32_t target, const Rate &rate, uint32_t rate_index) {
  copy(x(qubit), bit(target));
  flip(bit(target), rate, rate_index);
  randomize(z(qubit));
}

void FrameBlock::pauli(int32_t qubit, int32_t which) {
  uint64_t *xs = x(qubit), *zs = z(qubit);
  for (uint64_t w = 0; w < words_; ++w) {
    if (which & 1) xs[w] ^= mask_[w];
    if (which & 2) zs[w] ^= mask_[w];
  }
}

template <typename At>
void FrameBlock::each_hit(const Rate &rate, uint32_t rate_index, At at) {
  const uint64_t lanes = words_ * 64;
  uint64_t next = gaps_[rate_index];
  while (next < lanes) {
    const uint64_t lane = uint64_t{1} << (next % 64);
    if (mask_[next / 64] & lane) at(next / 64, lane);
    next += 1 + rate.gap(rng_);
  }
  gaps_[rate_index] = next - lanes;
}

void FrameBlock::flip(uint64_t *row, const Rate &rate, uint32_t rate_index) {
  if (rate.never()) return;
  if (rate.sparse()) {
    each_hit(rate, rate_index, [&](uint64_t w, uint64_t lane) { row[w] ^= lane; });
    return;
  }
  for (uint64_t w = 0; w < words_; ++w) row[w] ^= rate.hit.lanes(rng_) & mask_[w];
}

void FrameBlock::pauli1(int32_t qubit, const Rate &rate, uint32_t rate_index) {
  if (rate.never()) return;
  uint64_t *xs = x(qubit), *zs = z(qubit);
  if (rate.sparse()) {
    each_hit(rate, rate_index, [&](uint64_t w, uint64_t lane) {
      const double kind = rng_.uniform();
      if (kind < rate.xy) xs[w] ^= lane;
      if (kind >= rate.x) zs[w] ^= lane;
    });
    return;
  }
  for (uint64_t w = 0; w < words_; ++w) {
    const uint64_t hit = rate.hit.lanes(rng_) & mask_[w];
    const uint64_t only_z = rate.is_z.lanes(rng_);
    xs[w] ^= hit & ~only_z;
    zs[w] ^= hit & (only_z | rate.is_y.lanes(rng_));
  }
}

void FrameBlock::pauli2(int32_t a, int32_t b, const Rate &rate, uint32_t rate_index) {
  if (rate.never()) return;
  uint64_t *rows[4] = {x(a), z(a), x(b), z(b)};
  if (rate.sparse()) {
    each_hit(rate, rate_index, [&](uint64_t w, uint64_t lane) {
      const uint64_t kind = 1 + (rng_.next() >> 32) * 15 / (uint64_t{1} << 32);
      for (int i = 0; i < 4; ++i) rows[i][w] ^= (kind >> i & 1) ? lane : 0;
    });
    return;
  }
  for (uint64_t w = 0; w < words_; ++w) {
    // Four fair bits per lane, drawn again in the lanes where all four came out 0.
    for (uint64_t open = rate.hit.lanes(rng_) & mask_[w]; open != 0;) {
      uint64_t settled = 0;
      for (uint64_t *row : rows) {
        const uint64_t random = rng_.next() & open;
        row[w] ^= random;
        settled |= random;
      }
      open &= ~settled;
    }
  }
}

}  // namespace pentad
