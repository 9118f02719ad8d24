#include "planes/loops.h"

namespace pentad {

const PlaneKernels &avx2_plane_kernels() {
  static constexpr PlaneKernels kKernels =
      FrameLoops<SimdVector<uint64_t, 32>::Type, SimdVector<uint16_t, 32>::Type>::table("avx2");
  return kKernels;
}

}  // namespace pentad
