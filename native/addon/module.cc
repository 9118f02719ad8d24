#include <napi.h>

#include "addon/exports.h"

/// Marshalling only: arguments are copied in, a thread of the call's own reads and checks them and
/// runs the kernel without touching JavaScript, and the promise settles afterwards on the
/// JavaScript thread. Node's own thread pool is left to files and sockets.
namespace pentad {
namespace {

/// Bumped whenever the shape of calls or results changes; main/simulation/addon/load.ts checks it.
constexpr int kInterface = 7;

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("interface", kInterface);
  export_frames(env, exports);
  export_statevector(env, exports);
  export_stabilizer(env, exports);
  export_trajectories(env, exports);
  export_flag_map(env, exports);
  export_extraction(env, exports);
  return exports;
}

}  // namespace
}  // namespace pentad

static Napi::Object Init(Napi::Env env, Napi::Object exports) {
  return pentad::init(env, exports);
}

NODE_API_MODULE(pentad_native, Init)
