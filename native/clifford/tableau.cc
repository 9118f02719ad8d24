#include "clifford/tableau.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace pentad {
namespace {

/// Words handled together, so that the inner loops become vector code.
constexpr size_t kLanes = 4;

/// Counts ones modulo 4 in every bit column: `ones` and `twos` are the two digits.
struct Counter {
  uint64_t ones[kLanes] = {}, twos[kLanes] = {};

  int modulo4() const {
    int count = 0;
    for (size_t i = 0; i < kLanes; ++i)
      count += std::popcount(ones[i]) + 2 * std::popcount(twos[i]);
    return count & 3;
  }
};

bool get(const uint64_t *row, size_t at) {
  return row[at / 64] >> (at % 64) & 1;
}

void flip(uint64_t *row, size_t at) {
  row[at / 64] ^= uint64_t{1} << (at % 64);
}

/// The controlled X gates from one pivot to all qubits of `others`, then the gate that turns the
/// pivot's X (or Y) into Z, all on the input side of a tableau, where |0...0> stands.
struct Collapse {
  const uint64_t *others;
  size_t first, last;  // words of `others` that may hold bits, whole lanes
  size_t pivot;
  bool is_y = false;

  /// Conjugates one row; returns the change of its sign.
  bool apply(uint64_t *x, uint64_t *z) const {
    const bool change = fan_out(x, z);
    const bool px = get(x, pivot), pz = get(z, pivot);
    if (is_y) {  // X -> -X, Y -> Z, Z -> Y
      if (pz) flip(x, pivot);
      return change ^ (px && !pz);
    }
    if (px != pz) {
      flip(x, pivot);
      flip(z, pivot);
    }
    return change ^ (px && pz);
  }

  /// The sum over targets j in turn of z_j (x_j + z_pivot + 1), where each z_j that has gone
  /// before has been added to z_pivot: with c ones among the z_j, that is
  /// sum z_j x_j + c (z_pivot + 1) + c (c - 1) / 2, modulo 2.
  bool fan_out(uint64_t *x, uint64_t *z) const {
    if (!get(x, pivot)) {
      if (parity(z)) flip(z, pivot);
      return false;
    }
    Counter count;
    uint64_t both[kLanes] = {};
    for (size_t w = first; w < last; w += kLanes) {
      for (size_t i = 0; i < kLanes; ++i) {
        const uint64_t met = z[w + i] & others[w + i];
        count.twos[i] ^= count.ones[i] & met;
        count.ones[i] ^= met;
        both[i] ^= met & x[w + i];
        x[w + i] ^= others[w + i];
      }
    }
    const int ones = count.modulo4();
    int sum = ones * (get(z, pivot) ? 0 : 1) + (ones >> 1);
    for (uint64_t word : both) sum += std::popcount(word);
    if (ones & 1) flip(z, pivot);
    return sum & 1;
  }

  bool parity(const uint64_t *z) const {
    uint64_t sum[kLanes] = {};
    for (size_t w = first; w < last; w += kLanes) {
      for (size_t i = 0; i < kLanes; ++i) sum[i] ^= z[w + i] & others[w + i];
    }
    return std::popcount(sum[0] ^ sum[1] ^ sum[2] ^ sum[3]) & 1;
  }
};

}  // namespace

Tableau::Tableau(size_t qubits)
    : qubits_(qubits),
      words_((qubits + 64 * kLanes - 1) / (64 * kLanes) * kLanes),
      slot_(2 * qubits),
      bits_(4 * qubits * words_),
      sign_(2 * qubits) {
  for (uint32_t row = 0; row < 2 * qubits; ++row) {
    slot_[row] = row;
    flip(row % 2 ? zs(row) : xs(row), row / 2);
  }
}

int Tableau::multiply(uint32_t to, uint32_t from) {
  uint64_t *x1 = xs(to), *z1 = zs(to);
  const uint64_t *x2 = xs(from), *z2 = zs(from);
  Counter count;
  for (size_t w = 0; w < words_; w += kLanes) {
    for (size_t i = 0; i < kLanes; ++i) {
      const uint64_t before = x1[w + i] & z2[w + i];
      const uint64_t anti = (x2[w + i] & z1[w + i]) ^ before;
      x1[w + i] ^= x2[w + i];
      z1[w + i] ^= z2[w + i];
      count.twos[i] ^= (count.ones[i] ^ x1[w + i] ^ z1[w + i] ^ before) & anti;
      count.ones[i] ^= anti;
    }
  }
  return (count.modulo4() + 2 * (sign_[to] + sign_[from])) & 3;
}

void Tableau::h(size_t q) {
  std::swap(slot_[2 * q], slot_[2 * q + 1]);
}

void Tableau::s(size_t q) {
  // S^-1 X S = -Y = -i X Z, so a product of i makes a plus and one of -i a minus.
  const uint32_t to = slot_[2 * q];
  sign_[to] = multiply(to, slot_[2 * q + 1]) == 3;
}

void Tableau::cx(size_t control, size_t target) {
  merge(slot_[2 * control], slot_[2 * target]);
  merge(slot_[2 * target + 1], slot_[2 * control + 1]);
}

void Tableau::cz(size_t a, size_t b) {
  merge(slot_[2 * a], slot_[2 * b + 1]);
  merge(slot_[2 * b], slot_[2 * a + 1]);
}

void Tableau::swap(size_t a, size_t b) {
  std::swap(slot_[2 * a], slot_[2 * b]);
  std::swap(slot_[2 * a + 1], slot_[2 * b + 1]);
}

void Tableau::apply(const StabilizerOp &op) {
  const size_t a = static_cast<size_t>(op.a), b = static_cast<size_t>(op.b);
  switch (op.code) {
    case StabilizerCode::kH:
      return h(a);
    case StabilizerCode::kS:
      return s(a);
    case StabilizerCode::kX:
      return x(a);
    case StabilizerCode::kZ:
      return z(a);
    case StabilizerCode::kCx:
      return cx(a, b);
    case StabilizerCode::kCz:
      return cz(a, b);
    case StabilizerCode::kSwap:
      return swap(a, b);
    default:
      return;
  }
}

bool Tableau::measure(size_t q) {
  if (!is_random(q)) return outcome(q);
  collapse(q, false);
  return false;
}

size_t Tableau::pivot(size_t q) const {
  const uint64_t *row = xs(slot_[2 * q + 1]);
  for (size_t w = 0; w < words_; ++w) {
    if (row[w] != 0) return w * 64 + static_cast<size_t>(std::countr_zero(row[w]));
  }
  return qubits_;
}

void Tableau::partner(size_t q, PauliBits &pauli) const {
  // U Z_k U^-1 holds an X where it anticommutes with Z_j, that is where the row of Z_j has X_k.
  const size_t k = pivot(q);
  pauli.x.assign(words_, 0);
  pauli.z.assign(words_, 0);
  for (size_t j = 0; j < qubits_; ++j) {
    if (get(xs(slot_[2 * j + 1]), k)) flip(pauli.x.data(), j);
    if (get(xs(slot_[2 * j]), k)) flip(pauli.z.data(), j);
  }
}

void Tableau::collapse(size_t q, bool outcome) {
  const uint32_t measured = slot_[2 * q + 1];
  const size_t k = pivot(q);
  std::vector<uint64_t> others(xs(measured), xs(measured) + words_);
  flip(others.data(), k);
  size_t first = 0, last = words_;
  while (last > first && others[last - 1] == 0) --last;
  while (first < last && others[first] == 0) ++first;
  Collapse step{others.data(), first / kLanes * kLanes, (last + kLanes - 1) / kLanes * kLanes, k};
  step.is_y = get(zs(measured), k) ^ step.parity(zs(measured));
  for (uint32_t row = 0; row < 2 * qubits_; ++row) sign_[row] ^= step.apply(xs(row), zs(row));
  if (sign_[measured] == static_cast<uint8_t>(outcome)) return;
  for (uint32_t row = 0; row < 2 * qubits_; ++row) sign_[row] ^= get(zs(row), k);
}

}  // namespace pentad
