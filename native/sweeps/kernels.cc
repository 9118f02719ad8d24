#include "sweeps/kernels.h"

namespace pentad {
namespace {

/// PENTAD_X86 is set where the files for AVX2 and AVX-512 are part of the build.
int supported() {
#ifdef PENTAD_X86
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 0;
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
  return wide ? 2 : 1;
#else
  return 0;
#endif
}

template <typename T>
const SweepKernels<T> &choose([[maybe_unused]] int level) {
#ifdef PENTAD_X86
  if (level >= 2) return avx512_kernels<T>();
  if (level == 1) return avx2_kernels<T>();
#endif
  return portable_kernels<T>();
}

}  // namespace

template <typename T>
const SweepKernels<T> &sweep_kernels(int widest) {
  static const int best = supported();
  return choose<T>(widest < best ? widest : best);
}

template const SweepKernels<float> &sweep_kernels<float>(int widest);
template const SweepKernels<double> &sweep_kernels<double>(int widest);

}  // namespace pentad
