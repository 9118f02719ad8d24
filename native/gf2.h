#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pentad {

/// A vector over GF(2) of a size chosen when it is made; vectors that meet are of one size.
class Gf2 {
 public:
  explicit Gf2(size_t size = 0) : words_((size + 63) / 64) {}

  static Gf2 unit(size_t size, size_t at) {
    Gf2 one(size);
    one.flip(at);
    return one;
  }

  bool test(size_t at) const { return words_[at / 64] >> (at % 64) & 1; }
  void flip(size_t at) { words_[at / 64] ^= uint64_t{1} << (at % 64); }

  bool any() const {
    for (uint64_t word : words_) {
      if (word != 0) return true;
    }
    return false;
  }

  size_t weight() const {
    size_t ones = 0;
    for (uint64_t word : words_) ones += static_cast<size_t>(std::popcount(word));
    return ones;
  }

  /// Calls see(index) for every one, in order.
  template <typename See>
  void each(See see) const {
    for (size_t w = 0; w < words_.size(); ++w) {
      for (uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        see(w * 64 + static_cast<size_t>(std::countr_zero(rest)));
      }
    }
  }

  /// Index of the lowest one; the vector must not be zero.
  size_t lowest() const {
    size_t w = 0;
    while (words_[w] == 0) ++w;
    return w * 64 + static_cast<size_t>(std::countr_zero(words_[w]));
  }

  Gf2 &operator^=(const Gf2 &other) {
    for (size_t w = 0; w < words_.size(); ++w) words_[w] ^= other.words_[w];
    return *this;
  }

  Gf2 &operator|=(const Gf2 &other) {
    for (size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }

  friend Gf2 operator^(Gf2 a, const Gf2 &b) { return a ^= b; }
  friend bool operator==(const Gf2 &a, const Gf2 &b) { return a.words_ == b.words_; }
  friend bool operator<(const Gf2 &a, const Gf2 &b) { return a.words_ < b.words_; }

  const std::vector<uint64_t> &words() const { return words_; }

 private:
  std::vector<uint64_t> words_;
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

/// The vector less its part in the span of an echelon basis: zero exactly when it lies in it.
inline Gf2 reduced(Gf2 vector, const std::vector<Gf2> &basis) {
  for (const Gf2 &one : basis) {
    if (vector.test(one.lowest())) vector ^= one;
  }
  return vector;
}

}  // namespace pentad
