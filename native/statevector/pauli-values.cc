#include "statevector/pauli-values.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <numeric>
#include <span>

#include "base/threads.h"

namespace pentad {
namespace {

/// Amplitudes of a block: within it x permutes them, outside of it x swaps blocks.
constexpr uint32_t kBlockBits = 6;
constexpr size_t kBlock = size_t{1} << kBlockBits;
using Lane = std::array<double, kBlock>;

double sign_of(uint32_t bits) {
  return std::popcount(bits) % 2 == 0 ? 1 : -1;
}

/// Signed sum of eight partial sums, which processors add in parallel.
double signed_sum(const Lane &parts, const Lane &signs) {
  std::array<double, 8> sums{};
  for (size_t at = 0; at < kBlock; at += sums.size()) {
    for (size_t k = 0; k < sums.size(); ++k) sums[k] += parts[at + k] * signs[at + k];
  }
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// Paulis with the same x, by their positions in the list.
using Group = std::span<const size_t>;

/// conj(a_i) a_j for the i of a block, j = i ^ x, at the position of j in its own block.
struct Products {
  Lane real{}, imaginary{};

  void make(const std::complex<double> *left, const std::complex<double> *right, uint32_t low_x,
            size_t length) {
    // Copies, so that the compiler need not check for overlaps.
    Lane a, b, c, d;
    for (size_t at = 0; at < length; ++at) {
      a[at] = left[at ^ low_x].real();
      b[at] = left[at ^ low_x].imag();
      c[at] = right[at].real();
      d[at] = right[at].imag();
    }
    for (size_t at = 0; at < length; ++at) {
      real[at] = a[at] * c[at] + b[at] * d[at];
      imaginary[at] = a[at] * d[at] - b[at] * c[at];
    }
  }
};

/// Sums of the Paulis of a group over all amplitudes.
class GroupSum {
 public:
  GroupSum(const std::vector<std::complex<double>> &amplitudes,
           const std::vector<PauliMask> &paulis, Group group)
      : amplitudes_(amplitudes), paulis_(paulis), group_(group), signs_(group.size()) {
    for (size_t k = 0; k < group.size(); ++k) {
      for (uint32_t at = 0; at < kBlock; ++at) signs_[k][at] = sign_of(at & pauli(k).z);
    }
  }

  /// False when cancelled.
  bool run(Control &control, std::vector<double> &values) {
    const size_t blocks = std::max<size_t>(1, amplitudes_.size() / kBlock);
    const size_t length = std::min(kBlock, amplitudes_.size());
    const uint32_t x = pauli(0).x, high = x >> kBlockBits, low = x & (kBlock - 1);
    std::vector<double> sums(group_.size());
    for (uint32_t block = 0; block < blocks; ++block) {
      if (block % 1024 == 0 && control.cancelled()) return false;
      // Pairs of blocks give the same real parts from either side.
      const uint32_t other = block ^ high;
      if (block < other) continue;
      products_.make(&amplitudes_[other * kBlock], &amplitudes_[block * kBlock], low, length);
      add_block(block, block == other ? 1 : 2, sums);
    }
    for (size_t k = 0; k < group_.size(); ++k) values[group_[k]] = sums[k];
    return true;
  }

 private:
  const PauliMask &pauli(size_t k) const { return paulis_[group_[k]]; }

  /// The factor of n Ys is i^n: their values are real parts of i^n times the products.
  void add_block(uint32_t block, double weight, std::vector<double> &sums) const {
    for (size_t k = 0; k < group_.size(); ++k) {
      const auto [x, z] = pauli(k);
      const int ys = std::popcount(x & z) % 4;
      const Lane &part = ys % 2 == 0 ? products_.real : products_.imaginary;
      const double sum = signed_sum(part, signs_[k]);
      sums[k] += weight * sign_of(block & (z >> kBlockBits)) * (ys == 0 || ys == 3 ? sum : -sum);
    }
  }

  const std::vector<std::complex<double>> &amplitudes_;
  const std::vector<PauliMask> &paulis_;
  const Group group_;
  /// Signs of each Pauli, by the low bits of j.
  std::vector<Lane> signs_;
  Products products_;
};

/// Positions of the Paulis, those of one x together.
std::vector<size_t> by_x(const std::vector<PauliMask> &paulis) {
  std::vector<size_t> order(paulis.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return paulis[a].x < paulis[b].x; });
  return order;
}

/// Maximum Paulis that share products: their signs fit in the cache beside the products.
constexpr size_t kMaxGroup = 256;

std::vector<Group> groups_of(const std::vector<size_t> &order,
                             const std::vector<PauliMask> &paulis) {
  std::vector<Group> groups;
  for (size_t from = 0; from < order.size();) {
    size_t to = from + 1;
    while (to < order.size() && to - from < kMaxGroup &&
           paulis[order[to]].x == paulis[order[from]].x) {
      ++to;
    }
    groups.emplace_back(order.data() + from, to - from);
    from = to;
  }
  return groups;
}

double norm_of(const std::vector<std::complex<double>> &amplitudes) {
  double sum = 0;
  for (const std::complex<double> &amplitude : amplitudes) sum += std::norm(amplitude);
  return sum;
}

}  // namespace

bool pauli_values(const std::vector<std::complex<double>> &amplitudes,
                  const std::vector<PauliMask> &paulis, unsigned threads, Control &control,
                  std::vector<double> &values) {
  values.assign(paulis.size(), 0);
  const std::vector<size_t> order = by_x(paulis);
  const std::vector<Group> groups = groups_of(order, paulis);
  std::atomic<size_t> next{0};
  on_threads_cancelling(threads, control, [&] {
    for (size_t at = next++; at < groups.size(); at = next++) {
      if (!GroupSum(amplitudes, paulis, groups[at]).run(control, values)) return;
    }
  });
  const double norm = norm_of(amplitudes);
  for (double &value : values) value /= norm;
  return !control.cancelled();
}

}  // namespace pentad
