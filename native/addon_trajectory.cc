#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "addon/task.h"
#include "addon/arguments.h"
#include "trajectories/sample.h"

/// Marshalling of the trajectory engine's call: arguments copied in, counts copied out.
namespace pentad {
namespace {

constexpr size_t kWords = 6;
constexpr size_t kRates = 3;

struct TrajectoryCall {
  int32_t qubits, slots;
  std::vector<int32_t> ops;
  std::vector<double> rates, matrices;
  std::vector<int32_t> conditions;
  TrajectoryRequest request;

  /// For the thread of the call. Throws std::invalid_argument.
  TrajectoryProgram program() const {
    TrajectoryProgram program;
    program.qubits = qubits;
    program.slots = slots;
    program.ops.resize(ops.size() / kWords);
    for (size_t i = 0; i < program.ops.size(); ++i) {
      const int32_t *w = &ops[i * kWords];
      const double *p = &rates[i * kRates];
      program.ops[i] = {
          static_cast<TrajectoryCode>(w[0]), w[1], w[2], w[3], w[4], w[5], {p[0], p[1], p[2]}};
    }
    program.matrices = matrices_of(matrices);
    program.conditions = conditions_of(conditions);
    check_trajectory(program);
    return program;
  }
};

/// From { qubits, slots: integers; ops: Int32Array, 6 an op; rates: Float64Array, 3 an op;
/// matrices, conditions, shots, seed, precision, threads as for runCircuit; state_bytes: integer }.
TrajectoryCall read_call(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsObject()) {
    throw Napi::TypeError::New(info.Env(), "one object of arguments is expected");
  }
  const auto from = info[0].As<Napi::Object>();
  TrajectoryCall call;
  call.qubits = static_cast<int32_t>(integer(from, "qubits", 0, kMaxQubits));
  call.slots = static_cast<int32_t>(integer(from, "slots", 0, kMaxSlots));
  call.ops = numbers<int32_t>(from, "ops", napi_int32_array);
  call.rates = numbers<double>(from, "rates", napi_float64_array);
  call.matrices = read_matrices(from);
  call.conditions = numbers<int32_t>(from, "conditions", napi_int32_array);
  const size_t count = call.ops.size() / kWords;
  need_length(from, "ops", call.ops.size(), count * kWords);
  need_length(from, "rates", call.rates.size(), count * kRates);
  TrajectoryRequest &request = call.request;
  request.shots = integer(from, "shots", 1, uint64_t{1} << 32);
  request.seed = seed(from);
  request.state_bytes = integer(from, "state_bytes", 0, uint64_t{1} << 40);
  request.precision =
      integer(from, "precision", 32, 64) == 32 ? Precision::kSingle : Precision::kDouble;
  request.threads = static_cast<unsigned>(integer(from, "threads", 1, 64));
  return call;
}

/// runTrajectories(call): { promise of { words, keys: Uint8Array, counts: Float64Array }, ... }.
Napi::Value run_call(const Napi::CallbackInfo &info) {
  struct Work {
    TrajectoryCall call;
    Counts counts;
  };
  const auto work = std::make_shared<Work>(Work{read_call(info), {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        return run_trajectories(work->call.program(), work->call.request, control, work->counts);
      },
      [work](napi_env env) { return counts_object(env, work->counts); });
}

}  // namespace

void export_trajectories(Napi::Env env, Napi::Object exports) {
  exports.Set("runTrajectories", Napi::Function::New(env, run_call));
}

}  // namespace pentad
