#include "planes/loops.h"

namespace pentad {
namespace {

#if defined(__GNUC__)
using Loops = FrameLoops<SimdVector<uint64_t, 16>::Type, SimdVector<uint16_t, 16>::Type>;
#else
using Loops = FrameLoops<uint64_t, uint16_t>;
#endif

}  // namespace

const PlaneKernels &portable_plane_kernels() {
  static constexpr PlaneKernels kKernels = Loops::table("portable");
  return kKernels;
}

}  // namespace pentad
