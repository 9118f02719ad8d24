#include "sweeps/loops.h"

namespace pentad {

template <>
const SweepKernels<float> &avx512_kernels<float>() {
  static constexpr SweepKernels<float> kKernels = Loops<float, 64>::table("avx512");
  return kKernels;
}

template <>
const SweepKernels<double> &avx512_kernels<double>() {
  static constexpr SweepKernels<double> kKernels = Loops<double, 64>::table("avx512");
  return kKernels;
}

}  // namespace pentad
