#include "planes/loops.h"

namespace pentad {

const FrameKernels &avx2_frame_kernels() {
  static constexpr FrameKernels kKernels =
      FrameLoops<LanesOf<uint64_t, 32>::Type, LanesOf<uint16_t, 32>::Type>::table("avx2");
  return kKernels;
}

}  // namespace pentad
