#pragma once
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pentad {

/// A vector over GF(2) of a size chosen at construction; operands must have the same size. A vector
/// of at most 64 entries allocates no memory, as plans make and drop many thousands of them.
class Gf2 {
 public:
  explicit Gf2(size_t size = 0) : rest_(size > 64 ? (size - 1) / 64 : 0) {}

  static Gf2 unit(size_t size, size_t at) {
    Gf2 one(size);
    one.flip(at);
    return one;
  }

  bool test(size_t at) const { return word(at / 64) >> (at % 64) & 1; }
  void flip(size_t at) { (at < 64 ? first_ : rest_[at / 64 - 1]) ^= uint64_t{1} << (at % 64); }

  bool any() const {
    uint64_t found = first_;
    for (uint64_t one : rest_) found |= one;
    return found != 0;
  }

  size_t weight() const {
    int ones = std::popcount(first_);
    for (uint64_t one : rest_) ones += std::popcount(one);
    return static_cast<size_t>(ones);
  }

  /// Calls see(index) for every one, in order.
  template <typename See>
  void each(See see) const {
    for (size_t w = 0; w <= rest_.size(); ++w) {
      for (uint64_t left = word(w); left != 0; left &= left - 1) {
        see(w * 64 + static_cast<size_t>(std::countr_zero(left)));
      }
    }
  }

  /// Index of the lowest one; the vector must not be zero.
  size_t lowest() const {
    size_t w = 0;
    while (word(w) == 0) ++w;
    return w * 64 + static_cast<size_t>(std::countr_zero(word(w)));
  }

  Gf2 &operator^=(const Gf2 &other) {
    first_ ^= other.first_;
    for (size_t w = 0; w < rest_.size(); ++w) rest_[w] ^= other.rest_[w];
    return *this;
  }

  Gf2 &operator|=(const Gf2 &other) {
    first_ |= other.first_;
    for (size_t w = 0; w < rest_.size(); ++w) rest_[w] |= other.rest_[w];
    return *this;
  }

  friend Gf2 operator^(Gf2 a, const Gf2 &b) { return a ^= b; }
  friend bool operator==(const Gf2 &a, const Gf2 &b) = default;
  friend auto operator<=>(const Gf2 &a, const Gf2 &b) = default;

 private:
  uint64_t word(size_t w) const { return w == 0 ? first_ : rest_[w - 1]; }

  uint64_t first_ = 0;
  std::vector<uint64_t> rest_;
};

/// Indices of the vector's ones, in order.
template <typename Index>
std::vector<Index> ones_of(const Gf2 &vector) {
  std::vector<Index> ones;
  vector.each([&](size_t at) { ones.push_back(static_cast<Index>(at)); });
  return ones;
}

/// The reduced echelon basis of a span: ordered by lowest one, each lowest one in one vector only.
/// Two lists of vectors span the same space exactly when their bases are equal.
inline std::vector<Gf2> echelon(const std::vector<Gf2> &vectors) {
  std::vector<Gf2> basis;
  for (Gf2 vector : vectors) {
    for (const Gf2 &one : basis) {
      if (vector.test(one.lowest())) vector ^= one;
    }
    if (!vector.any()) continue;
    const size_t lowest = vector.lowest();
    for (Gf2 &one : basis) {
      if (one.test(lowest)) one ^= vector;
    }
    size_t at = 0;
    while (at < basis.size() && basis[at].lowest() < lowest) ++at;
    basis.insert(basis.begin() + static_cast<std::ptrdiff_t>(at), vector);
  }
  return basis;
}

/// The vector reduced by an echelon basis: zero exactly when it lies in the basis's span.
inline Gf2 reduced(Gf2 vector, const std::vector<Gf2> &basis) {
  for (const Gf2 &one : basis) {
    if (vector.test(one.lowest())) vector ^= one;
  }
  return vector;
}

}  // namespace pentad
