#include <memory>

#include "addon/arguments.h"
#include "addon/exports.h"
#include "addon/programs.h"
#include "addon/results.h"
#include "addon/task.h"

/// Marshalling of the trajectory engine's call: arguments copied in, counts copied out.
namespace pentad {
namespace {

constexpr uint64_t kMaxStateBytes = uint64_t{1} << 40;

/// From { qubits, slots: integers; ops: Int32Array, 6 an op; rates: Float64Array, 3 an op;
/// matrices, conditions, shots, seed, precision, threads as for runCircuit; state_bytes: integer }.
TrajectoryCall read_call(const Napi::Object &from) {
  TrajectoryCall call;
  call.qubits = static_cast<int32_t>(integer(from, "qubits", 0, kMaxQubits));
  call.slots = static_cast<int32_t>(integer(from, "slots", 0, kMaxSlots));
  call.ops = read_ops(from, kTrajectoryWords);
  call.rates = read_rates(from, call.ops.size() / kTrajectoryWords);
  call.matrices = read_matrices(from);
  call.conditions = numbers<int32_t>(from, "conditions", napi_int32_array);
  TrajectoryRequest &request = call.request;
  request.shots = integer(from, "shots", 1, kMaxShots);
  request.seed = seed(from);
  request.state_bytes = integer(from, "state_bytes", 0, kMaxStateBytes);
  request.precision = read_precision(from);
  request.threads = read_threads(from);
  return call;
}

/// runTrajectories(call): { promise of { words, keys: Uint8Array, counts: Float64Array }, ... }.
Napi::Value run_call(const Napi::CallbackInfo &info) {
  struct Work {
    TrajectoryCall call;
    Counts counts;
  };
  const auto work = std::make_shared<Work>(Work{read_call(only_argument(info)), {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        return run_trajectories(work->call.program(), work->call.request, control, work->counts);
      },
      [work](napi_env env) { return to_object(env, work->counts); });
}

}  // namespace

void export_trajectories(Napi::Env env, Napi::Object exports) {
  exports.Set("runTrajectories", Napi::Function::New(env, run_call));
}

}  // namespace pentad
