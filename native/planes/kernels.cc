#include "kernels.h"

namespace pentad {

const FrameKernels &frame_kernels() {
#ifdef PENTAD_X86
  static const FrameKernels &best = []() -> const FrameKernels & {
    __builtin_cpu_init();
    const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt");
    return __builtin_cpu_supports("avx2") && bits ? avx2_frame_kernels() : portable_frame_kernels();
  }();
  return best;
#else
  return portable_frame_kernels();
#endif
}

}  // namespace pentad
