#pragma once
#include <memory>

#include "base/random.h"
#include "clifford/program.h"
#include "clifford/reference.h"
#include "stabilizer/sample.h"

namespace pentad {

/// Shots are drawn in batches of this many, each from random streams of its own.
inline constexpr uint64_t kBatchShots = 16'384;

/// The seed of one batch; its random numbers are never those of another kind of sampling.
inline uint64_t batch_seed(uint64_t seed, uint64_t batch) {
  return splitmix64(splitmix64(seed ^ 0x5354414253494d31u) + batch * 0x9e3779b97f4a7c15u);
}

/// A stretch of shots within rows of bits: the first word of row b is at data + b * stride.
struct Batch {
  uint64_t index, shots;
  uint64_t *data;
  uint64_t stride;

  uint64_t words() const { return (shots + 63) / 64; }
  /// The bits that exist in the last word of a row.
  uint64_t last_mask() const { return ~uint64_t{0} >> (63 - (shots - 1) % 64); }
};

/// One way of sampling a program; each thread has its own, made by a SamplerPlan.
class Sampler {
 public:
  virtual ~Sampler() = default;
  /// Writes the batch's bits over zeros; counts its shots as done; false when cancelled.
  virtual bool draw(const Batch &batch, Control &control) = 0;
};

class SamplerPlan {
 public:
  virtual ~SamplerPlan() = default;
  virtual StabilizerPath path() const = 0;
  /// Work of so many shots in units of Control::done.
  virtual uint64_t work(uint64_t shots) const = 0;
  virtual std::unique_ptr<Sampler> sampler(uint64_t seed) const = 0;
};

/// Random bits through the forms of an affine reference.
std::unique_ptr<SamplerPlan> plan_affine(Affine affine);

/// Pauli frames beside references, for groups of shots. The program must outlive the plan.
std::unique_ptr<SamplerPlan> plan_groups(const StabilizerProgram &program, CommonPrefix prefix);

/// Runs the reference and chooses; null when cancelled.
std::unique_ptr<SamplerPlan> plan_stabilizer(const StabilizerProgram &program, Control &control);

}  // namespace pentad
