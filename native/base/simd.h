#pragma once
// Included by the files that are compiled for one instruction set each. Everything has internal
// linkage and no code of the standard library is used: the linker must never use a copy compiled
// for a newer processor in code that an older one runs.
#include <cstddef>
#include <cstdint>
#include <utility>

namespace pentad {
namespace {

#if defined(__GNUC__)
#define PENTAD_INLINE inline __attribute__((always_inline))
#define PENTAD_INLINE_LAMBDA __attribute__((always_inline))

template <typename T, int kBytes>
struct SimdVector {
  typedef T Type __attribute__((vector_size(kBytes)));
};

template <typename V, int kBit, size_t... kLane>
PENTAD_INLINE V flip_lane_bit(V v, std::index_sequence<kLane...>) {
#if defined(__clang__) || __GNUC__ >= 12
  return __builtin_shufflevector(v, v, (kLane ^ (size_t{1} << kBit))...);
#else
  V flipped;
  ((flipped[kLane] = v[kLane ^ (size_t{1} << kBit)]), ...);
  return flipped;
#endif
}
#else
#define PENTAD_INLINE inline
#define PENTAD_INLINE_LAMBDA

/// Vectors for compilers that have none of their own.
template <typename T, int kBytes>
struct SimdVector {
  struct Type {
    T lane[kBytes / sizeof(T)];
    T &operator[](size_t i) { return lane[i]; }
    T operator[](size_t i) const { return lane[i]; }
    template <typename Combine>
    static Type each(Combine combine) {
      Type result;
      for (size_t i = 0; i < kBytes / sizeof(T); ++i) result.lane[i] = combine(i);
      return result;
    }
    friend Type operator+(const Type &a, const Type &b) {
      return each([&](size_t i) { return a[i] + b[i]; });
    }
    friend Type operator-(const Type &a, const Type &b) {
      return each([&](size_t i) { return a[i] - b[i]; });
    }
    friend Type operator*(const Type &a, const Type &b) {
      return each([&](size_t i) { return a[i] * b[i]; });
    }
    friend Type operator*(T a, const Type &b) {
      return each([&](size_t i) { return a * b[i]; });
    }
  };
};

template <typename V, int kBit, size_t... kLane>
PENTAD_INLINE V flip_lane_bit(const V &v, std::index_sequence<kLane...>) {
  return V{{v[kLane ^ (size_t{1} << kBit)]...}};
}
#endif

}  // namespace
}  // namespace pentad
