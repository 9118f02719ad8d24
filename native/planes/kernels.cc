#include "planes/kernels.h"

namespace pentad {

const PlaneKernels &plane_kernels() {
#ifdef PENTAD_X86
  static const PlaneKernels &best = []() -> const PlaneKernels & {
    __builtin_cpu_init();
    const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt");
    return __builtin_cpu_supports("avx2") && bits ? avx2_plane_kernels() : portable_plane_kernels();
  }();
  return best;
#else
  return portable_plane_kernels();
#endif
}

}  // namespace pentad
