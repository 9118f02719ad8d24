#include "amplitudes/state.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <stdexcept>

#ifdef __linux__
#include <unistd.h>
#endif

#include "base/threads.h"

namespace pentad {
namespace {

/// Bytes of a core's cache of the level, or the size that nearly every processor has.
size_t cache_bytes(int level) {
#if defined(__linux__) && defined(_SC_LEVEL2_CACHE_SIZE)
  const long bytes = sysconf(level == 1 ? _SC_LEVEL1_DCACHE_SIZE : _SC_LEVEL2_CACHE_SIZE);
  if (bytes > 0) return static_cast<size_t>(bytes);
#endif
  return level == 1 ? size_t{1} << 15 : size_t{1} << 19;
}

/// Index bits of the most amplitudes of T that fit in `bytes`.
template <typename T>
int bits_within(size_t bytes) {
  return std::bit_width(bytes / (2 * sizeof(T))) - 1;
}

int checked(int qubits) {
  if (qubits < 0 || qubits > kMaxQubits) {
    throw std::invalid_argument("at most 30 qubits are supported");
  }
  return qubits;
}

}  // namespace

template <typename T>
State<T>::State(int qubits, const Resources &resources)
    : bits_(std::max(checked(qubits), kMinBits)),
      resources_(resources),
      kernels_(&sweep_kernels<T>(resources.widest)),
      numbers_(2 * size()) {
  numbers_[0] = 1;
}

template <typename T>
State<T> State<T>::clone() const {
  State copy(bits_, resources_);
  copy.support_ = copy.touched_ = support_;
  for (size_t i = 0; i < size(); i += kChunk) {
    if (is_outside(i, support_)) continue;
    std::copy_n(numbers_.data() + 2 * i, 2 * std::min(kChunk, size()),
                copy.numbers_.data() + 2 * i);
  }
  return copy;
}

/// A block takes half of the second-level cache, which leaves room for what streams through.
template <typename T>
Shape State<T>::shape() const {
  const int tile = resources_.tile_bits ? resources_.tile_bits : bits_within<T>(cache_bytes(1));
  const int block =
      resources_.block_bits ? resources_.block_bits : bits_within<T>(cache_bytes(2) / 2);
  const int tile_bits = std::min(bits_, std::clamp(tile, kMinBits, 14));
  const int block_bits = std::min(bits_, std::clamp(block, tile_bits, 18));
  // Runs of 256 bytes, four cache lines; but two qubits of a block stay free to choose.
  const int run_bits = std::min(block_bits - 2, sizeof(T) == 4 ? 5 : 4);
  return {bits_, block_bits, tile_bits, run_bits};
}

template <typename T>
void State<T>::run(const std::vector<Step> &steps, const Control &control,
                   const std::function<void(double)> &progress) {
  const Shape shape = this->shape();
  const uint64_t blocks = uint64_t{1} << (bits_ - shape.block_bits);
  const auto threads = static_cast<size_t>(std::min<uint64_t>(resources_.threads, blocks));
  const size_t block = blocks > 1 ? size_t{2} << shape.block_bits : 0;
  const size_t tile = shape.tile_bits < shape.block_bits ? size_t{2} << shape.tile_bits : 0;
  std::vector<Workspace> spaces;
  for (size_t t = 0; t < threads; ++t) {
    spaces.push_back({AlignedArray<T>(block), AlignedArray<T>(tile)});
  }
  Planner<T> planner(steps, shape, kernels_->lane_bits);
  double done = 0, reached = 0;
  const auto report = [&](double steps_done) {
    progress((1 - kCommitShare) * steps_done +
             kCommitShare * reached * static_cast<double>(steps.size()));
  };
  for (Pass<T> pass; !control.cancelled() && planner.next(pass);) {
    commit_memory(pass.positions.qubits, control, [&](double fraction) {
      reached = std::max(reached, fraction);
      report(done);
    });
    run_pass(pass, spaces, control,
             [&](double share) { report(done + share * static_cast<double>(pass.steps)); });
    done += static_cast<double>(pass.steps);
  }
}

template <typename T>
std::vector<int> State<T>::positions_above(uint64_t bits) {
  std::vector<int> positions;
  for (uint64_t left = bits / kChunk * kChunk; left != 0; left &= left - 1) {
    positions.push_back(std::countr_zero(left));
  }
  return positions;
}

template <typename T>
void State<T>::commit_memory(uint64_t qubits, const Control &control,
                             const std::function<void(double)> &report) {
  support_ |= qubits;
  const uint64_t wider = touched_ | qubits;
  const std::vector<int> positions = positions_above(wider);
  const uint64_t reached = uint64_t{1} << positions.size();
  if (wider != touched_ && reached >= kMinReached) {
    std::atomic<uint64_t> next{0};
    on_threads(resources_.threads, [&](unsigned thread) {
      for (uint64_t i; (i = next.fetch_add(1)) < reached && !control.cancelled();) {
        const uint64_t first = deposit_bits(i, positions);
        if (is_outside(first, touched_)) touch_pages(first);
        if (thread == 0) report(static_cast<double>(i) / static_cast<double>(chunks()));
      }
    });
  }
  report(static_cast<double>(reached) / static_cast<double>(chunks()));
  touched_ = wider;
}

/// Writes a zero over a zero in each page of the chunk, which makes the system provide the page.
template <typename T>
void State<T>::touch_pages(size_t first) {
  constexpr size_t kPage = 4096 / sizeof(T);
  for (size_t i = 0; i < 2 * kChunk; i += kPage) numbers_[2 * first + i] = 0;
}

template <typename T>
void State<T>::run_pass(const Pass<T> &pass, std::vector<Workspace> &spaces, const Control &control,
                        const std::function<void(double)> &progress) {
  T *all = numbers_.data();
  const int bits = std::popcount(pass.positions.qubits);
  std::vector<int> live;
  for (const int position : pass.positions.rest) {
    if ((support_ >> position & 1) != 0) live.push_back(position);
  }
  if (pass.positions.rest.empty()) return run_groups(pass, all, bits, 0, spaces[0], control);
  const uint64_t blocks = uint64_t{1} << live.size();
  std::atomic<uint64_t> next{0};
  on_threads(static_cast<unsigned>(spaces.size()), [&](unsigned thread) {
    Workspace &space = spaces[thread];
    T *block = space.block.data();
    for (uint64_t i; (i = next.fetch_add(1)) < blocks && !control.cancelled();) {
      const uint64_t base = deposit_bits(i, live);
      T *there = all + 2 * base;
      const double whole[2]{1, 0};
      kernels_->gather(there, pass.positions.runs(), block);
      run_groups(pass, block, bits, base, space, control);
      kernels_->scatter(block, pass.positions.runs(), there, whole);
      if (thread == 0) progress(static_cast<double>(i) / static_cast<double>(blocks));
    }
  });
}

template <typename T>
void State<T>::run_groups(const Pass<T> &pass, T *block, int bits, uint64_t base, Workspace &space,
                          const Control &control) const {
  for (const TileSweeps<T> &group : pass.groups) {
    if (control.cancelled()) return;
    run_group(group, block, bits, base, space, control);
  }
}

template <typename T>
void State<T>::run_group(const TileSweeps<T> &group, T *block, int bits, uint64_t base,
                         Workspace &space, const Control &) const {
  const IndexBits &positions = group.positions;
  const bool whole = positions.rest.empty();
  T *tile = whole ? block : space.tile.data();
  const int tile_bits = bits - static_cast<int>(positions.rest.size());
  const T *lanes = group.lanes.empty() ? nullptr : group.lanes[0].lane;
  for (uint64_t i = 0; i < uint64_t{1} << positions.rest.size(); ++i) {
    T *there = block + 2 * deposit_bits(i, positions.rest);
    uint64_t tile_base = base;
    for (size_t b = 0; b < group.rest_qubits.size(); ++b) {
      tile_base |= (i >> b & 1) << group.rest_qubits[b];
    }
    double scale[2]{group.scale.real(), group.scale.imag()};
    if (!whole) kernels_->gather(there, positions.runs(), tile);
    kernels_->run(group.sweeps.data(), group.sweeps.size(), lanes, tile, tile_bits, tile_base,
                  scale);
    const bool unscaled = scale[0] == 1 && scale[1] == 0;
    if (!whole || !unscaled) kernels_->scatter(tile, positions.runs(), there, scale);
  }
}

template class State<float>;
template class State<double>;

}  // namespace pentad
