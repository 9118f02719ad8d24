#include "stabilizer/shot-group.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/poisson.h"

namespace pentad {
namespace {

using Code = StabilizerCode;

/// Moves the bits under a mask down to the low end, the others away (Warren, Hacker's Delight,
/// 7-4); the steps depend on the mask only, so one plan serves all rows.
class Gather {
 public:
  explicit Gather(uint64_t mask) : mask_(mask), count_(std::popcount(mask)) {
    uint64_t below = ~mask << 1;
    for (int i = 0; i < 6; ++i) {
      uint64_t parity = below;
      for (int by = 1; by < 64; by *= 2) parity ^= parity << by;
      move_[i] = parity & mask;
      mask = (mask ^ move_[i]) | (move_[i] >> (1 << i));
      below &= ~parity;
    }
  }

  int count() const { return count_; }

  uint64_t operator()(uint64_t word) const {
    word &= mask_;
    for (int i = 0; i < 6; ++i) {
      const uint64_t moved = word & move_[i];
      word = (word ^ moved) | (moved >> (1 << i));
    }
    return word;
  }

 private:
  uint64_t mask_, move_[6];
  int count_;
};

std::vector<Gather> gathers_of(const std::vector<uint64_t> &mask) {
  return {mask.begin(), mask.end()};
}

/// Packs the gathered bits of `from` without gaps.
void gather_row(const std::vector<Gather> &gathers, const uint64_t *from, uint64_t *to) {
  uint64_t at = 0;
  for (size_t w = 0; w < gathers.size(); ++w) {
    const int count = gathers[w].count();
    if (count == 0) continue;
    const uint64_t bits = from[w] == 0 ? 0 : gathers[w](from[w]), shift = at % 64;
    to[at / 64] |= bits << shift;
    if (shift + static_cast<uint64_t>(count) > 64) to[at / 64 + 1] |= bits >> (64 - shift);
    at += static_cast<uint64_t>(count);
  }
}

}  // namespace

ShotGroup::ShotGroup(const StabilizerProgram &program, std::vector<uint32_t> shots)
    : program_(&program),
      shots_(std::move(shots)),
      lanes_(std::bit_ceil(shots_.size())),
      words_((lanes_ + 63) / 64),
      slot_(2 * size_t{program.qubits}),
      rows_(row_count() * words_),
      mask_(words_) {
  std::iota(slot_.begin(), slot_.end(), 0);
}

ShotGroup::ShotGroup(const StabilizerProgram &program, uint64_t shots, Rng &rng)
    : ShotGroup(program, std::vector<uint32_t>(shots)) {
  std::iota(shots_.begin(), shots_.end(), 0);
  for (uint32_t q = 0; q < program.qubits; ++q) randomize(z(static_cast<int32_t>(q)), rng);
}

void ShotGroup::add(uint64_t *__restrict to, const uint64_t *__restrict from) {
  for (uint64_t w = 0; w < words_; ++w) to[w] ^= from[w];
}

void ShotGroup::randomize(uint64_t *row, Rng &rng) {
  // XOR with fresh fair bits: whatever was there, the result is fair and independent of it.
  for (uint64_t w = 0; w < words_; ++w) row[w] ^= rng.next();
}

void ShotGroup::step(const StabilizerOp &op, uint8_t fact, bool is_last,
                     const PauliChannel &channel, Rng &rng) {
  const size_t a = static_cast<size_t>(op.a), b = static_cast<size_t>(op.b);
  switch (op.code) {
    case Code::kH:
      return rename(2 * a, 2 * a + 1);
    case Code::kS:
      return add(z(op.a), x(op.a));
    case Code::kX:
    case Code::kZ:
      if (op.condition >= 0) flip_where(op, fact);
      return;
    case Code::kCx:
      add(x(op.b), x(op.a));
      return add(z(op.a), z(op.b));
    case Code::kCz:
      add(z(op.b), x(op.a));
      return add(z(op.a), x(op.b));
    case Code::kSwap:
      rename(2 * a, 2 * b);
      return rename(2 * a + 1, 2 * b + 1);
    case Code::kMeasure:
      measure(op, fact);
      if (!channel.never) inject(op, channel, rng);
      if (!is_last) randomize(z(op.a), rng);
      return;
    case Code::kReset:
      std::fill(x(op.a), x(op.a) + words_, 0);
      return randomize(z(op.a), rng);
    default:
      if (!channel.never) inject(op, channel, rng);
  }
}

void ShotGroup::measure(const StabilizerOp &op, bool outcome) {
  const uint64_t *from = x(op.a);
  uint64_t *to = bit(static_cast<size_t>(op.b));
  const uint64_t flip = outcome ? ~uint64_t{0} : 0;
  for (uint64_t w = 0; w < words_; ++w) to[w] = from[w] ^ flip;
}

uint64_t ShotGroup::select(const StabilizerOp &op) {
  std::fill(mask_.begin(), mask_.end(), ~uint64_t{0});
  for (int32_t literal : program_->literals(op)) {
    const uint64_t *row = bit(static_cast<size_t>(literal) / 2);
    const uint64_t flip = literal % 2 ? 0 : ~uint64_t{0};
    for (uint64_t w = 0; w < words_; ++w) mask_[w] &= row[w] ^ flip;
  }
  mask_padding(mask_);
  uint64_t count = 0;
  for (uint64_t word : mask_) count += static_cast<uint64_t>(std::popcount(word));
  return count;
}

void ShotGroup::flip_where(const StabilizerOp &op, uint8_t fact) {
  select(op);
  const uint64_t did = fact ? ~uint64_t{0} : 0;
  uint64_t *to = op.code == Code::kX ? x(op.a) : z(op.a);
  for (uint64_t w = 0; w < words_; ++w) to[w] ^= mask_[w] ^ did;
}

void ShotGroup::inject(const StabilizerOp &op, const PauliChannel &channel, Rng &rng) {
  // A measurement that has a condition is recorded in all shots of its group.
  const bool is_masked = op.condition >= 0 && op.code != Code::kMeasure;
  if (is_masked && select(op) == 0) return;
  const auto mask = [&](uint64_t w) { return is_masked ? mask_[w] : ~uint64_t{0}; };
  if (channel.dense) return inject_densely(op, channel, mask, rng);
  const uint64_t count = poisson(channel.mean * static_cast<double>(lanes_), rng);
  const uint64_t positions = lanes_ - 1;
  // Positions take at most the low 14 bits, as there are at most kBatchShots lanes.
  const auto each = [&](auto hit) {
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t random = rng.next(), position = random & positions;
      hit(position / 64, mask(position / 64) & uint64_t{1} << (position % 64), random >> 14);
    }
  };
  if (op.code == Code::kMeasure) {
    uint64_t *to = bit(static_cast<size_t>(op.b));
    return each([&](uint64_t w, uint64_t lane, uint64_t) { to[w] ^= lane; });
  }
  uint64_t *xa = x(op.a), *za = z(op.a);
  if (op.code == Code::kPauli1) {
    return each([&](uint64_t w, uint64_t lane, uint64_t kind) {
      xa[w] ^= kind < channel.xy ? lane : 0;
      za[w] ^= kind >= channel.x ? lane : 0;
    });
  }
  uint64_t *xb = x(op.b), *zb = z(op.b);
  each([&](uint64_t w, uint64_t lane, uint64_t kind) {
    xa[w] ^= lane & -(kind & 1);
    za[w] ^= lane & -(kind >> 1 & 1);
    xb[w] ^= lane & -(kind >> 2 & 1);
    zb[w] ^= lane & -(kind >> 3 & 1);
  });
}

template <typename Mask>
void ShotGroup::inject_densely(const StabilizerOp &op, const PauliChannel &channel, Mask mask,
                               Rng &rng) {
  if (op.code == Code::kMeasure) {
    uint64_t *to = bit(static_cast<size_t>(op.b));
    for (uint64_t w = 0; w < words_; ++w) to[w] ^= channel.hit.lanes(rng);
    return;
  }
  uint64_t *xa = x(op.a), *za = z(op.a);
  if (op.code == Code::kPauli1) {
    for (uint64_t w = 0; w < words_; ++w) {
      const uint64_t hit = channel.hit.lanes(rng) & mask(w), only_z = channel.is_z.lanes(rng);
      xa[w] ^= hit & ~only_z;
      za[w] ^= hit & (only_z | channel.is_y.lanes(rng));
    }
    return;
  }
  uint64_t *rows[4] = {xa, za, x(op.b), z(op.b)};
  for (uint64_t w = 0; w < words_; ++w) {
    // Four fair bits a lane, drawn again in the lanes where all four came out 0.
    for (uint64_t open = channel.hit.lanes(rng) & mask(w); open != 0;) {
      uint64_t settled = 0;
      for (uint64_t *row : rows) {
        const uint64_t random = rng.next() & open;
        row[w] ^= random;
        settled |= random;
      }
      open &= ~settled;
    }
  }
}

ShotGroup ShotGroup::split() {
  std::vector<uint64_t> others(mask_);
  for (uint64_t &word : others) word = ~word;
  mask_padding(others);
  ShotGroup taken = gathered(mask_);
  *this = gathered(others);
  return taken;
}

void ShotGroup::mask_padding(std::vector<uint64_t> &mask) const {
  const uint64_t full = shots() / 64, rest = shots() % 64;
  if (rest != 0) mask[full] &= ~uint64_t{0} >> (64 - rest);
  std::fill(mask.begin() + static_cast<ptrdiff_t>(full + (rest != 0)), mask.end(), 0);
}

ShotGroup ShotGroup::gathered(const std::vector<uint64_t> &mask) const {
  std::vector<uint32_t> kept;
  for (uint64_t w = 0; w < words_; ++w) {
    for (uint64_t word = mask[w]; word != 0; word &= word - 1) {
      kept.push_back(shots_[w * 64 + static_cast<uint64_t>(std::countr_zero(word))]);
    }
  }
  const auto gathers = gathers_of(mask);
  ShotGroup group(*program_, std::move(kept));
  group.slot_ = slot_;
  for (size_t r = 0; r < row_count(); ++r) gather_row(gathers, row(r), group.row(r));
  return group;
}

void ShotGroup::write(const Batch &batch, uint64_t first) const {
  std::vector<uint64_t> all(words_, ~uint64_t{0});
  mask_padding(all);
  // Positions ascend, so a group whose last shot stands at its own index has no gaps.
  const bool is_dense = shots_.back() + 1 == shots();
  for (size_t b = 0; b < program_->clbits; ++b) {
    const uint64_t *from = bit(b);
    uint64_t *to = batch.data + b * batch.stride + first;
    if (is_dense) {
      for (uint64_t w = 0; w * 64 < shots(); ++w) to[w] |= from[w] & all[w];
      continue;
    }
    for (uint64_t w = 0; w < words_; ++w) {
      for (uint64_t word = from[w] & all[w]; word != 0; word &= word - 1) {
        const uint32_t position = shots_[w * 64 + static_cast<uint64_t>(std::countr_zero(word))];
        to[position / 64] |= uint64_t{1} << (position % 64);
      }
    }
  }
}

}  // namespace pentad
