#pragma once
#include "base/simd.h"
#include "sweeps/kernels.h"

namespace pentad {
namespace {

/// The loops of SweepKernels for numbers T in vectors of kBytes.
template <typename T, int kBytes>
struct Loops {
  using V = typename SimdVector<T, kBytes>::Type;
  static constexpr size_t kWidth = kBytes / sizeof(T);
  static constexpr int kLaneBits = kWidth == 2 ? 1 : kWidth == 4 ? 2 : kWidth == 8 ? 3 : 4;

  static PENTAD_INLINE V &at(T *p) { return *reinterpret_cast<V *>(p); }
  static PENTAD_INLINE V get(const T *p) { return *reinterpret_cast<const V *>(p); }

  /// One vector of complex numbers.
  struct C {
    V re, im;
  };
  static PENTAD_INLINE C load(const T *p, size_t i) {
    return {get(p + 2 * i), get(p + 2 * i + kWidth)};
  }
  static PENTAD_INLINE void store(T *p, size_t i, const C &v) {
    at(p + 2 * i) = v.re;
    at(p + 2 * i + kWidth) = v.im;
  }
  static PENTAD_INLINE C times(T re, T im, const C &v) {
    return {re * v.re - im * v.im, re * v.im + im * v.re};
  }
  static PENTAD_INLINE C times(const C &c, const C &v) {
    return {c.re * v.re - c.im * v.im, c.re * v.im + c.im * v.re};
  }
  static PENTAD_INLINE C plus(const C &a, const C &b) { return {a.re + b.re, a.im + b.im}; }

  /// Applies a matrix of the form to the pair; m as in Sweep::coefficients.
  template <Form kForm>
  static PENTAD_INLINE void apply(const T *m, C &zero, C &one) {
    const C v = zero;
    if constexpr (kForm == Form::kRotate) {
      zero = {v.re + m[2] * one.re, v.im + m[2] * one.im};
      one = {m[4] * v.re + one.re, m[4] * v.im + one.im};
    } else if constexpr (kForm == Form::kReflect) {
      zero = {v.re + m[2] * one.re, v.im + m[2] * one.im};
      one = {m[4] * v.re - one.re, m[4] * v.im - one.im};
    } else if constexpr (kForm == Form::kCross) {
      zero = {v.re - m[3] * one.im, v.im + m[3] * one.re};
      one = {one.re - m[5] * v.im, one.im + m[5] * v.re};
    } else if constexpr (kForm == Form::kPhase) {
      one = times(m[6], m[7], one);
    } else if constexpr (kForm == Form::kScaled) {
      zero = plus(v, times(m[2], m[3], one));
      one = plus(times(m[4], m[5], v), times(m[6], m[7], one));
    } else if constexpr (kForm == Form::kAny) {
      zero = plus(times(m[0], m[1], v), times(m[2], m[3], one));
      one = plus(times(m[4], m[5], v), times(m[6], m[7], one));
    }
  }

  /// Four amplitude vectors at a time: forms on both qubits, then the tail, in registers.
  template <Form kA, Form kB, SweepKind kKind>
  static void pair(const Sweep<T> &sweep, T *tile, size_t size) {
    const size_t a = size_t{1} << sweep.a, b = size_t{1} << sweep.b;
    const size_t low = a < b ? a : b, high = a < b ? b : a;
    T m[18];
    for (int i = 0; i < 18; ++i) m[i] = sweep.coefficients[i];
    for (size_t i = 0; i < size; i += 2 * high) {
      for (size_t j = i; j < i + high; j += 2 * low) {
        for (size_t k = j; k < j + low; k += kWidth) {
          C v00 = load(tile, k), v10 = load(tile, k + a);
          C v01 = load(tile, k + b), v11 = load(tile, k + a + b);
          apply<kA>(m, v00, v10);
          apply<kA>(m, v01, v11);
          apply<kB>(m + 8, v00, v01);
          apply<kB>(m + 8, v10, v11);
          if constexpr (kKind == SweepKind::kPairPhase) v11 = times(m[16], m[17], v11);
          constexpr bool kFlips = kKind == SweepKind::kPairFlip;
          store(tile, k, v00);
          store(tile, k + b, v01);
          store(tile, k + a, kFlips ? v11 : v10);
          store(tile, k + a + b, kFlips ? v10 : v11);
        }
      }
    }
  }

  template <Form kA, SweepKind kKind>
  static void pair_b(const Sweep<T> &sweep, T *tile, size_t size) {
    switch (sweep.forms[1]) {
      case Form::kNone:
        return pair<kA, Form::kNone, kKind>(sweep, tile, size);
      case Form::kRotate:
        return pair<kA, Form::kRotate, kKind>(sweep, tile, size);
      case Form::kReflect:
        return pair<kA, Form::kReflect, kKind>(sweep, tile, size);
      case Form::kCross:
        return pair<kA, Form::kCross, kKind>(sweep, tile, size);
      case Form::kPhase:
        return pair<kA, Form::kPhase, kKind>(sweep, tile, size);
      case Form::kScaled:
        return pair<kA, Form::kScaled, kKind>(sweep, tile, size);
      case Form::kAny:
        return pair<kA, Form::kAny, kKind>(sweep, tile, size);
    }
  }

  template <SweepKind kKind>
  static void pair_a(const Sweep<T> &sweep, T *tile, size_t size) {
    switch (sweep.forms[0]) {
      case Form::kNone:
        return pair_b<Form::kNone, kKind>(sweep, tile, size);
      case Form::kRotate:
        return pair_b<Form::kRotate, kKind>(sweep, tile, size);
      case Form::kReflect:
        return pair_b<Form::kReflect, kKind>(sweep, tile, size);
      case Form::kCross:
        return pair_b<Form::kCross, kKind>(sweep, tile, size);
      case Form::kPhase:
        return pair_b<Form::kPhase, kKind>(sweep, tile, size);
      case Form::kScaled:
        return pair_b<Form::kScaled, kKind>(sweep, tile, size);
      case Form::kAny:
        return pair_b<Form::kAny, kKind>(sweep, tile, size);
    }
  }

  /// Calls visit(index) for every vector whose index has zeros at `fixed`.
  template <typename Visit>
  static PENTAD_INLINE void each(size_t fixed, size_t size, Visit visit) {
    // Adding 1 carries across the fixed bits when they are held at one meanwhile.
    for (size_t i = 0; i < size; i = ((i | fixed) + kWidth) & ~fixed) visit(i);
  }

  static void flip(const Sweep<T> &sweep, T *tile, size_t size) {
    const size_t b = size_t{1} << sweep.b, value = sweep.value;
    each(sweep.mask | b, size, [&](size_t i) PENTAD_INLINE_LAMBDA {
      const C zero = load(tile, i + value);
      store(tile, i + value, load(tile, i + value + b));
      store(tile, i + value + b, zero);
    });
  }

  static void target(const Sweep<T> &sweep, const T *lanes, T *tile, size_t size) {
    const size_t b = size_t{1} << sweep.b, value = sweep.value;
    C m[4];
    for (int e = 0; e < 4; ++e) {
      m[e] = {get(lanes + size_t(2 * e) * kWidth), get(lanes + size_t(2 * e + 1) * kWidth)};
    }
    each(sweep.mask | b, size, [&](size_t i) PENTAD_INLINE_LAMBDA {
      const C zero = load(tile, i + value), one = load(tile, i + value + b);
      store(tile, i + value, plus(times(m[0], zero), times(m[1], one)));
      store(tile, i + value + b, plus(times(m[2], zero), times(m[3], one)));
    });
  }

  static void multiply(const Sweep<T> &sweep, const T *lanes, T *tile, size_t size) {
    const C factor{get(lanes), get(lanes + kWidth)};
    each(sweep.mask, size, [&](size_t i) PENTAD_INLINE_LAMBDA {
      store(tile, i + sweep.value, times(factor, load(tile, i + sweep.value)));
    });
  }

  template <int kBit, bool kReal>
  static void lane(const Sweep<T> &sweep, const T *lanes, T *tile, size_t size) {
    constexpr auto kOrder = std::make_index_sequence<kWidth>();
    const V n0 = get(lanes), n1 = get(lanes + kWidth);
    const C same{n0, n1};
    C other{n0, n1};
    if constexpr (!kReal) other = {get(lanes + 2 * kWidth), get(lanes + 3 * kWidth)};
    each(sweep.mask, size, [&](size_t i) PENTAD_INLINE_LAMBDA {
      const C v = load(tile, i + sweep.value);
      const C f{flip_lane_bit<V, kBit>(v.re, kOrder), flip_lane_bit<V, kBit>(v.im, kOrder)};
      if constexpr (kReal) {
        store(tile, i + sweep.value, {n0 * v.re + n1 * f.re, n0 * v.im + n1 * f.im});
      } else {
        store(tile, i + sweep.value, plus(times(same, v), times(other, f)));
      }
    });
  }

  template <bool kReal>
  static void lane_bit(const Sweep<T> &sweep, const T *lanes, T *tile, size_t size) {
    if (sweep.b == 0) return lane<0, kReal>(sweep, lanes, tile, size);
    if constexpr (kLaneBits > 1) {
      if (sweep.b == 1) return lane<1, kReal>(sweep, lanes, tile, size);
    }
    if constexpr (kLaneBits > 2) {
      if (sweep.b == 2) return lane<2, kReal>(sweep, lanes, tile, size);
    }
    if constexpr (kLaneBits > 3) {
      if (sweep.b == 3) return lane<3, kReal>(sweep, lanes, tile, size);
    }
  }

  static void scalar(const Sweep<T> &sweep, double *scale) {
    const double re = static_cast<double>(sweep.coefficients[0]);
    const double im = static_cast<double>(sweep.coefficients[1]);
    const double was = scale[0];
    scale[0] = was * re - scale[1] * im;
    scale[1] = was * im + scale[1] * re;
  }

  static void run(const Sweep<T> *sweeps, size_t count, const T *lanes, T *tile, int bits,
                  uint64_t base, double *scale) {
    const size_t size = size_t{1} << bits;
    for (size_t s = 0; s < count; ++s) {
      const Sweep<T> &sweep = sweeps[s];
      if ((base & sweep.outside_mask) != sweep.outside_value) continue;
      const T *own = lanes + sweep.lanes;
      switch (sweep.kind) {
        case SweepKind::kPair:
          pair_a<SweepKind::kPair>(sweep, tile, size);
          break;
        case SweepKind::kPairFlip:
          pair_a<SweepKind::kPairFlip>(sweep, tile, size);
          break;
        case SweepKind::kPairPhase:
          pair_a<SweepKind::kPairPhase>(sweep, tile, size);
          break;
        case SweepKind::kFlip:
          flip(sweep, tile, size);
          break;
        case SweepKind::kTarget:
          target(sweep, own, tile, size);
          break;
        case SweepKind::kMultiply:
          multiply(sweep, own, tile, size);
          break;
        case SweepKind::kLaneReal:
          lane_bit<true>(sweep, own, tile, size);
          break;
        case SweepKind::kLaneComplex:
          lane_bit<false>(sweep, own, tile, size);
          break;
        case SweepKind::kScalar:
          scalar(sweep, scale);
          break;
      }
    }
  }

  static PENTAD_INLINE void prefetch(const T *p) {
#if defined(__GNUC__)
    __builtin_prefetch(p);
#else
    (void)p;
#endif
  }

  static void gather(const T *from, const MemoryRuns &runs, T *to) {
    const size_t length = size_t{1} << runs.run_bits;
    const size_t run_bytes = 2 * sizeof(T) * length;
    // Far enough ahead for memory, near enough for the first-level cache.
    const size_t ahead = run_bytes < 4096 ? 4096 / run_bytes : 1;
    for (size_t r = 0; r < runs.runs; ++r) {
      const T *next = from + 2 * runs.offsets[r + ahead < runs.runs ? r + ahead : r];
      for (size_t i = 0; i < 2 * length; i += 64 / sizeof(T)) prefetch(next + i);
      const T *run = from + 2 * runs.offsets[r];
      T *out = to + 2 * r * length;
      for (size_t i = 0; i < length; i += kWidth) store(out, i, load(run, i));
    }
  }

  static void scatter(const T *from, const MemoryRuns &runs, T *to, const double *scale) {
    const size_t length = size_t{1} << runs.run_bits;
    const T re = static_cast<T>(scale[0]), im = static_cast<T>(scale[1]);
    const bool plain = re == 1 && im == 0;
    for (size_t r = 0; r < runs.runs; ++r) {
      const T *run = from + 2 * r * length;
      T *out = to + 2 * runs.offsets[r];
      if (plain) {
        for (size_t i = 0; i < length; i += kWidth) store(out, i, load(run, i));
      } else {
        for (size_t i = 0; i < length; i += kWidth) store(out, i, times(re, im, load(run, i)));
      }
    }
  }

  static constexpr SweepKernels<T> table(const char *name) {
    return {name, kLaneBits, run, gather, scatter};
  }
};

}  // namespace
}  // namespace pentad
