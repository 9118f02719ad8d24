#include "sweeps/loops.h"

namespace pentad {

template <>
const SweepKernels<float> &portable_kernels<float>() {
  static constexpr SweepKernels<float> kKernels = Loops<float, 16>::table("portable");
  return kKernels;
}

template <>
const SweepKernels<double> &portable_kernels<double>() {
  static constexpr SweepKernels<double> kKernels = Loops<double, 16>::table("portable");
  return kKernels;
}

}  // namespace pentad
