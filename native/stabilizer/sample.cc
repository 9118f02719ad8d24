#include "stabilizer/sample.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/threads.h"
#include "clifford/reference.h"
#include "planes/words.h"
#include "stabilizer/outcome-table.h"
#include "stabilizer/sampler.h"
#include "stabilizer/transpose.h"

namespace pentad {
namespace {

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
  // The reference counts as the first tenth of the progress.
  const uint64_t work = plan->work(shots);
  control.total = work + work / 9;
  control.done = work / 9;
  return plan;
}

}  // namespace

std::unique_ptr<SamplerPlan> plan_stabilizer(const StabilizerProgram &program, Control &control) {
  Reference reference;
  if (!run_reference(program, control, reference)) return nullptr;
  if (reference.affine) return plan_affine(std::move(*reference.affine));
  return plan_groups(program, std::move(reference.prefix));
}

bool sample_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                       unsigned threads, Control &control, std::vector<uint64_t> &planes,
                       StabilizerPath &path) {
  const auto plan = start(program, shots, control, path);
  if (!plan) return false;
  const uint64_t stride = plane_words(shots), batches = batches_of(shots);
  std::atomic<uint64_t> next{0};
  on_threads_cancelling(std::min<uint64_t>(threads, batches), control, [&] {
    const auto sampler = plan->sampler(seed);
    for (uint64_t i = next++; i < batches; i = next++) {
      uint64_t *first = planes.data() + i * (kBatchShots / 64);
      if (!sampler->draw({i, shots_in(i, shots), first, stride}, control)) return;
    }
  });
  return !control.cancelled();
}

namespace {

/// Draws all batches, each into rows of its own, and calls use(batch) on the thread that drew it;
/// `fresh` makes what a thread uses, and `end` is called with it when the thread is done.
template <typename Fresh, typename Use, typename End>
bool each_batch(const SamplerPlan &plan, uint32_t clbits, uint64_t shots, uint64_t seed,
                unsigned threads, Control &control, Fresh fresh, Use use, End end) {
  const uint64_t batches = batches_of(shots);
  std::atomic<uint64_t> next{0};
  on_threads_cancelling(std::min<uint64_t>(threads, batches), control, [&] {
    const auto sampler = plan.sampler(seed);
    auto own = fresh();
    std::vector<uint64_t> rows;
    for (uint64_t i = next++; i < batches; i = next++) {
      const uint64_t in_batch = shots_in(i, shots), words = plane_words(in_batch);
      rows.assign(clbits * words, 0);
      const Batch batch{i, in_batch, rows.data(), words};
      if (!sampler->draw(batch, control)) return;
      use(own, batch);
    }
    end(own);
  });
  return !control.cancelled();
}

}  // namespace

bool pack_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                     unsigned threads, Control &control, std::vector<uint8_t> &packed,
                     StabilizerPath &path) {
  const auto plan = start(program, shots, control, path);
  if (!plan) return false;
  const size_t width = packed_width(program.clbits);
  struct Nothing {};
  return each_batch(
      *plan, program.clbits, shots, seed, threads, control, [] { return Nothing{}; },
      [&](Nothing, const Batch &batch) {
        pack_batch(batch, program.clbits, packed.data() + batch.index * kBatchShots * width);
      },
      [](Nothing) {});
}

bool count_stabilizer(const StabilizerProgram &program, uint64_t shots, uint64_t seed,
                      unsigned threads, uint64_t most_bytes, Control &control, Counts &counts,
                      StabilizerPath &path) {
  const auto plan = start(program, shots, control, path);
  if (!plan) return false;
  OutcomeTable all(program.clbits, most_bytes);
  std::mutex merging;
  const bool is_done = each_batch(
      *plan, program.clbits, shots, seed, threads, control,
      [&] { return OutcomeTable(program.clbits, most_bytes); },
      [](OutcomeTable &own, const Batch &batch) { own.add(batch); },
      [&](const OutcomeTable &own) {
        const std::lock_guard<std::mutex> lock(merging);
        all.absorb(own);
      });
  if (is_done) counts = all.sorted();
  return is_done;
}

}  // namespace pentad
