#include <algorithm>
#include <utility>

#include "base/random.h"
#include "stabilizer/sampler.h"

namespace pentad {
namespace {

/// Where each symbol's random row is kept: in the row of a bit that equals it, if there is one.
class AffinePlan : public SamplerPlan {
 public:
  explicit AffinePlan(Affine affine) : affine_(std::move(affine)) {
    std::vector<int64_t> home(affine_.symbols, -1);
    std::vector<uint8_t> is_home(affine_.bits.size());
    for (size_t b = 0; b < affine_.forms.size(); ++b) {
      const auto &form = affine_.forms[b];
      if (form.size() != 1 || affine_.bits[b] || home[form[0]] >= 0) continue;
      home[form[0]] = static_cast<int64_t>(b);
      is_home[b] = 1;
      free_.push_back(b);
    }
    rows_ = affine_.bits.size();
    for (size_t b = 0; b < affine_.forms.size(); ++b) {
      if (is_home[b]) continue;
      Sum sum{b, affine_.bits[b] != 0, {}};
      for (uint32_t s : affine_.forms[b]) {
        if (home[s] < 0) home[s] = static_cast<int64_t>(rows_ + hidden_++);
        sum.terms.push_back(static_cast<size_t>(home[s]));
      }
      sums_.push_back(std::move(sum));
    }
  }

  StabilizerPath path() const override { return StabilizerPath::kAffine; }
  uint64_t work(uint64_t shots) const override { return shots; }
  std::unique_ptr<Sampler> sampler(uint64_t seed) const override;

 private:
  friend class AffineSampler;
  struct Sum {
    size_t bit;
    bool constant;
    std::vector<size_t> terms;
  };

  Affine affine_;
  std::vector<size_t> free_;
  std::vector<Sum> sums_;
  /// Rows of bits, and after them rows of symbols that no bit shows.
  size_t rows_ = 0, hidden_ = 0;
};

class AffineSampler : public Sampler {
 public:
  AffineSampler(const AffinePlan &plan, uint64_t seed) : plan_(plan), seed_(seed) {}

  bool draw(const Batch &batch, Control &control) override {
    if (control.cancelled()) return false;
    const uint64_t words = batch.words();
    Rng rng(batch_seed(seed_, batch.index), 0);
    hidden_.resize(plan_.hidden_ * words);
    for (uint64_t &word : hidden_) word = rng.next();
    for (size_t b : plan_.free_) {
      uint64_t *row = batch.data + b * batch.stride;
      for (uint64_t w = 0; w < words; ++w) row[w] = rng.next();
      row[words - 1] &= batch.last_mask();
    }
    for (const auto &sum : plan_.sums_) add(sum, batch, words);
    control.done.fetch_add(batch.shots, std::memory_order_relaxed);
    return !control.cancelled();
  }

 private:
  void add(const AffinePlan::Sum &sum, const Batch &batch, uint64_t words) {
    uint64_t *row = batch.data + sum.bit * batch.stride;
    if (sum.constant) std::fill(row, row + words, ~uint64_t{0});
    for (size_t term : sum.terms) {
      const uint64_t *from = term < plan_.rows_ ? batch.data + term * batch.stride
                                                : &hidden_[(term - plan_.rows_) * words];
      for (uint64_t w = 0; w < words; ++w) row[w] ^= from[w];
    }
    row[words - 1] &= batch.last_mask();
  }

  const AffinePlan &plan_;
  uint64_t seed_;
  std::vector<uint64_t> hidden_;
};

std::unique_ptr<Sampler> AffinePlan::sampler(uint64_t seed) const {
  return std::make_unique<AffineSampler>(*this, seed);
}

}  // namespace

std::unique_ptr<SamplerPlan> plan_affine(Affine affine) {
  return std::make_unique<AffinePlan>(std::move(affine));
}

}  // namespace pentad
