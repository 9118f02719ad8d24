#include "loops.h"

namespace pentad {
namespace {

#if defined(__GNUC__)
using Loops = FrameLoops<LanesOf<uint64_t, 16>::Type, LanesOf<uint16_t, 16>::Type>;
#else
using Loops = FrameLoops<uint64_t, uint16_t>;
#endif

}  // namespace

const FrameKernels &portable_frame_kernels() {
  static constexpr FrameKernels kKernels = Loops::table("portable");
  return kKernels;
}

}  // namespace pentad
