#include <cstring>
#include <memory>
#include <string>

#include "addon/arguments.h"
#include "addon/array-pool.h"
#include "addon/exports.h"
#include "addon/programs.h"
#include "addon/results.h"
#include "addon/task.h"
#include "planes/words.h"

/// Marshalling of the frame sampler's call: arguments copied in, planes handed out.
namespace pentad {
namespace {

constexpr uint64_t kMaxRows = 1 << 20;
constexpr uint64_t kMaxPlaneBytes = uint64_t{1} << 30;
constexpr uint64_t kMaxFrameBytes = uint64_t{1} << 30;

void limit(const Napi::Object &from, uint64_t bytes, uint64_t most, const char *what) {
  if (bytes <= most) return;
  throw Napi::RangeError::New(from.Env(), std::string(what) + " would take " +
                                              std::to_string(bytes) + " bytes, more than " +
                                              std::to_string(most));
}

/// From { qubits, bits, registers, inputs: integers; ops: Int32Array, 4 an op; rates:
/// Float64Array, 3 an op; shots, threads: integers; seed: bigint; planes: Uint8Array }.
FrameCall read_frame_call(const Napi::Object &from) {
  const auto size = [&](const char *name) {
    return static_cast<uint32_t>(integer(from, name, 0, kMaxRows));
  };
  FrameCall call{size("qubits"),
                 size("bits"),
                 size("registers"),
                 size("inputs"),
                 read_ops(from, kFrameWords),
                 {},
                 integer(from, "shots", 1, kMaxShots),
                 seed(from),
                 {},
                 read_threads(from)};
  call.rates = read_rates(from, call.ops.size() / kFrameWords);
  const uint64_t words = plane_words(call.shots);
  limit(from, words * 8 * call.bits, kMaxPlaneBytes, "the bit planes");
  limit(from, words * 8 * call.inputs, kMaxPlaneBytes, "the input planes");
  const uint64_t rows = uint64_t{call.qubits} * 2 + call.registers;
  limit(from, rows * (kBlockShots / 8) * call.threads, kMaxFrameBytes, "the frames");
  const auto bytes = numbers<uint8_t>(from, "planes", napi_uint8_array);
  need_length(from, "planes", bytes.size(), words * 8 * call.inputs);
  call.planes.resize(bytes.size() / 8);
  if (!bytes.empty()) std::memcpy(call.planes.data(), bytes.data(), bytes.size());
  return call;
}

/// sampleFrames(call): { promise of Uint8Array with the planes, cancel(), progress() }.
Napi::Value sample_frames_call(const Napi::CallbackInfo &info) {
  struct Work {
    FrameCall call;
    ArrayPool::Array planes;
    size_t words() const { return plane_words(call.shots) * call.bits; }
  };
  const auto work = std::make_shared<Work>(Work{read_frame_call(only_argument(info)), nullptr});
  return start_task(
      info.Env(),
      [work](Control &control) {
        const FrameCall &call = work->call;
        const FrameProgram program = call.program();
        work->planes = ArrayPool::shared().take(work->words());
        return sample_frames(program, call.shots, call.seed, call.planes, call.threads, control,
                             work->planes->data());
      },
      [work](napi_env env) { return to_bytes(env, work->planes, work->words() * 8); });
}

}  // namespace

void export_frames(Napi::Env env, Napi::Object exports) {
  exports.Set("sampleFrames", Napi::Function::New(env, sample_frames_call));
}

}  // namespace pentad
