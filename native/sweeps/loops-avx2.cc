#include "sweeps/loops.h"

namespace pentad {

template <>
const SweepKernels<float> &avx2_kernels<float>() {
  static constexpr SweepKernels<float> kKernels = Loops<float, 32>::table("avx2");
  return kKernels;
}

template <>
const SweepKernels<double> &avx2_kernels<double>() {
  static constexpr SweepKernels<double> kKernels = Loops<double, 32>::table("avx2");
  return kKernels;
}

}  // namespace pentad
