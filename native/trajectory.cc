#include "trajectories/sample.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "amplitudes/tally.h"
#include "base/threads.h"
#include "trajectory_worker.h"

namespace pentad {
namespace {

/// Chunks a thread takes one after the other: enough to even out, few enough to share runs.
constexpr uint64_t kChunksPerThread = 4;
constexpr uint64_t kMostInChunk = uint64_t{1} << 16;

struct Sizes {
  unsigned threads;
  uint64_t in_chunk;
};

/// A group of k shots divides at most log2(k) times before it is a single shot, and each time its
/// smaller part takes one more state.
Sizes sizes_of(const TrajectoryRequest &request, uint64_t state_bytes) {
  const uint64_t states = std::max<uint64_t>(1, request.state_bytes / state_bytes);
  const uint64_t threads = std::min({uint64_t{request.threads}, states, request.shots});
  const uint64_t forks = states / threads < 2 ? 0 : states / threads - 2;
  const uint64_t held = forks >= 16 ? kMostInChunk : uint64_t{1} << forks;
  const uint64_t even = (request.shots - 1) / (threads * kChunksPerThread) + 1;
  return {static_cast<unsigned>(threads), std::min(held, even)};
}

void add_all(const Counts &counts, Tally &tally) {
  for (size_t i = 0; i < counts.counts.size(); ++i) {
    tally.add(counts.keys.data() + i * counts.words, counts.counts[i]);
  }
}

template <typename T>
bool run_with(const TrajectoryProgram &program, const TrajectoryRequest &request, Control &control,
              Counts &counts) {
  const TrajectoryJob<T> job(program);
  const Sizes sizes = sizes_of(request, 2 * sizeof(T) << job.bits);
  Tally all(program.slots);
  std::mutex merging;
  std::atomic<uint64_t> next{0};
  control.total = request.shots;
  share_work(sizes.threads, control, [&] {
    TrajectoryWorker<T> worker(job, control);
    for (uint64_t first = next.fetch_add(sizes.in_chunk); first < request.shots;
         first = next.fetch_add(sizes.in_chunk)) {
      const uint64_t count = std::min(sizes.in_chunk, request.shots - first);
      if (!worker.run(request.seed, first, static_cast<size_t>(count))) return;
    }
    const Counts own = worker.counts();
    const std::lock_guard<std::mutex> lock(merging);
    add_all(own, all);
  });
  if (control.cancelled()) return false;
  counts = all.merged();
  return true;
}

}  // namespace

bool run_trajectories(const TrajectoryProgram &program, const TrajectoryRequest &request,
                      Control &control, Counts &counts) {
  if (request.precision == Precision::kSingle) {
    return run_with<float>(program, request, control, counts);
  }
  return run_with<double>(program, request, control, counts);
}

}  // namespace pentad
