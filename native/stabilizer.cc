#include "stabilizer.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "frames.h"
#include "stabilizer_counts.h"
#include "stabilizer_sampler.h"

namespace pentad {
namespace {

/// Runs `work` on so many threads at once, the calling one included; rethrows the first failure.
void share(uint64_t threads, Control &control, const std::function<void()> &work) {
  std::exception_ptr failure;
  std::mutex failing;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failing);
      if (!failure) failure = std::current_exception();
      control.cancel = true;
    }
  };
  std::vector<std::thread> helpers;
  try {
    for (uint64_t i = 1; i < threads; ++i) helpers.emplace_back(guarded);
  } catch (const std::system_error &) {
    // No further thread to be had: those that run share the batches.
  }
  guarded();
  for (std::thread &helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

uint64_t batches_of(uint64_t shots) {
  return (shots + kBatchShots - 1) / kBatchShots;
}

uint64_t shots_in(uint64_t batch, uint64_t shots) {
  return std::min(kBatchShots, shots - batch * kBatchShots);
}

std::unique_ptr<SamplerPlan> start(const StabilizerProgram &program, uint64_t shots,
                                   Control &control, StabilizerPath &path) {
  auto plan = plan_stabilizer(program, control);
  if (!plan) return nullptr;
  path = plan->path();
  // The reference was the first tenth.
  const uint64_t work = plan->work(shots);
  control.total = work + work / 9;
  control.done = work / 9;
  return plan;
}

}  // namespace

std::unique_ptr<SamplerPlan> plan_stabilizer(const StabilizerProgram &program, Control &control) {
  Reference reference;
  if (!run_reference(program, control, reference)) return nullptr;
  switch (reference.path) {
    case StabilizerPath::kAffine:
      return plan_affine(std::move(reference));
    case StabilizerPath::kFrames:
      return plan_frames(program, reference);
    default:
      return plan_shots(program);
  }
}

bool sample_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                       unsigned threads, Control &control, std::vector<uint64_t> &planes,
                       StabilizerPath &path) {
  const auto plan = start(program, shots, control, path);
  if (!plan) return false;
  const uint64_t stride = plane_words(shots), batches = batches_of(shots);
  std::atomic<uint64_t> next{0};
  share(std::min<uint64_t>(threads, batches), control, [&] {
    const auto sampler = plan->sampler(seed);
    for (uint64_t i = next++; i < batches; i = next++) {
      uint64_t *first = planes.data() + i * (kBatchShots / 64);
      if (!sampler->draw({i, shots_in(i, shots), first, stride}, control)) return;
    }
  });
  return !control.cancelled();
}

bool count_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                      unsigned threads, uint64_t most_bytes, Control &control, Counts &counts,
                      StabilizerPath &path) {
  const auto plan = start(program, shots, control, path);
  if (!plan) return false;
  const uint64_t batches = batches_of(shots);
  std::atomic<uint64_t> next{0};
  OutcomeTable all(program.clbits, most_bytes);
  std::mutex merging;
  share(std::min<uint64_t>(threads, batches), control, [&] {
    const auto sampler = plan->sampler(seed);
    OutcomeTable own(program.clbits, most_bytes);
    std::vector<uint64_t> rows;
    for (uint64_t i = next++; i < batches; i = next++) {
      const uint64_t in_batch = shots_in(i, shots), words = plane_words(in_batch);
      rows.assign(program.clbits * words, 0);
      const Batch batch{i, in_batch, rows.data(), words};
      if (!sampler->draw(batch, control)) return;
      own.add(batch);
    }
    const std::lock_guard<std::mutex> lock(merging);
    all.absorb(own);
  });
  if (control.cancelled()) return false;
  counts = all.sorted();
  return true;
}

}  // namespace pentad
