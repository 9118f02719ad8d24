#include <algorithm>
#include <atomic>
#include <bit>

#include "amplitudes/state.h"
#include "base/threads.h"

namespace pentad {
namespace {

/// Amplitudes whose sums are kept side by side, so that they run in vector registers; their numbers
/// are whole groups for every instruction set.
constexpr size_t kRow = 16;
constexpr int kRowBits = 4;
constexpr size_t kRowNumbers = 2 * kRow;

/// Maximum parts of a state that are summed separately and added in order, so that the number of
/// threads does not change the sum.
constexpr uint64_t kMaxShares = 16;
/// Minimum chunks for which a separate part is worthwhile.
constexpr uint64_t kMinShare = 8;
/// Minimum amplitudes for which a second thread is worth its start.
constexpr uint64_t kMinThreaded = uint64_t{1} << 18;

}  // namespace

/// Layout of the sums for joint weights: a row for each value of the qubits above those within a
/// row.
template <typename T>
struct State<T>::JointBins {
  explicit JointBins(const std::vector<int> &qubits) : of(qubits) {
    for (const int qubit : qubits) {
      if (qubit >= kRowBits) high.push_back(qubit);
    }
    if (!high.empty()) {
      run = std::min(kChunk, size_t{1} << *std::min_element(high.begin(), high.end()));
    }
  }
  size_t numbers() const { return kRowNumbers << high.size(); }
  size_t row_of(size_t index) const {
    size_t row = 0;
    for (size_t b = 0; b < high.size(); ++b) row |= (index >> high[b] & 1) << b;
    return row;
  }
  /// The index into the weights for amplitude `at` of a row.
  size_t outcome_of(size_t row, size_t at) const {
    size_t outcome = 0, b = 0;
    for (size_t i = 0; i < of.size(); ++i) {
      const size_t bit = of[i] < kRowBits ? at >> of[i] & 1 : row >> b++ & 1;
      outcome |= bit << i;
    }
    return outcome;
  }

  const std::vector<int> &of;
  std::vector<int> high;
  /// Amplitudes in a stretch that have a row in common.
  size_t run = kChunk;
};

template <typename T>
void State<T>::add_chunk(size_t first, const JointBins &bins, double *sums) const {
  const size_t end = std::min(first + kChunk, size());
  const size_t run = std::min(bins.run, end - first);
  for (size_t i = first; i < end; i += run) {
    const T *numbers = numbers_.data() + 2 * i;
    double *to = sums + kRowNumbers * bins.row_of(i);
    double row[kRowNumbers];
    std::copy_n(to, kRowNumbers, row);
    for (size_t n = 0; n < 2 * run; n += kRowNumbers) {
      for (size_t s = 0; s < kRowNumbers; ++s) {
        const auto number = static_cast<double>(numbers[n + s]);
        row[s] += number * number;
      }
    }
    std::copy_n(row, kRowNumbers, to);
  }
}

template <typename T>
std::vector<double> State<T>::joint_weights(const std::vector<int> &qubits,
                                            const Control &control) const {
  const JointBins bins(qubits);
  const std::vector<int> positions = positions_above(support_);
  const uint64_t live = uint64_t{1} << positions.size();
  const uint64_t shares = std::clamp(live / kMinShare, uint64_t{1}, kMaxShares);
  std::vector<double> sums(shares * bins.numbers());
  std::atomic<uint64_t> next{0};
  on_threads(live * kChunk >= kMinThreaded ? resources_.threads : 1, [&](unsigned) {
    for (uint64_t share; (share = next.fetch_add(1)) < shares;) {
      double *own = sums.data() + share * bins.numbers();
      for (uint64_t i = live * share / shares; i < live * (share + 1) / shares; ++i) {
        if (control.cancelled()) return;
        add_chunk(deposit_bits(i, positions), bins, own);
      }
    }
  });
  std::vector<double> weights(size_t{1} << qubits.size());
  for (size_t row = 0; row < size_t{1} << bins.high.size(); ++row) {
    for (size_t at = 0; at < kRow; ++at) {
      double &weight = weights[bins.outcome_of(row, at)];
      const size_t real = row * kRowNumbers + position(at);
      for (size_t from = real; from < sums.size(); from += bins.numbers()) {
        weight += sums[from] + sums[from + width()];
      }
    }
  }
  return weights;
}

template <typename T>
double State<T>::range_weight(size_t from, size_t to) const {
  // Independent sums, so that they run side by side in vector registers.
  constexpr size_t kSums = 16;
  double total = 0;
  double sums[kSums] = {};
  const T *numbers = numbers_.data() + 2 * from;
  for (size_t i = 0; i < 2 * (to - from); i += kSums) {
    for (size_t s = 0; s < kSums; ++s) {
      const auto number = static_cast<double>(numbers[i + s]);
      sums[s] += number * number;
    }
  }
  for (const double sum : sums) total += sum;
  return total;
}

template <typename T>
std::vector<double> State<T>::chunk_weights(const Control &control) const {
  std::vector<double> weights(chunks());
  std::atomic<size_t> next{0};
  constexpr size_t kShare = 64;
  on_threads(size() >= kMinThreaded ? resources_.threads : 1, [&](unsigned) {
    for (size_t i; (i = next.fetch_add(kShare)) < weights.size() && !control.cancelled();) {
      for (size_t c = i; c < std::min(i + kShare, weights.size()); ++c) {
        if (is_outside(c * kChunk, support_)) continue;
        weights[c] = range_weight(c * kChunk, std::min((c + 1) * kChunk, size()));
      }
    }
  });
  return weights;
}

template std::vector<double> State<float>::joint_weights(const std::vector<int> &,
                                                         const Control &) const;
template std::vector<double> State<double>::joint_weights(const std::vector<int> &,
                                                          const Control &) const;
template std::vector<double> State<float>::chunk_weights(const Control &) const;
template std::vector<double> State<double>::chunk_weights(const Control &) const;

}  // namespace pentad
