#include <napi.h>

#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "arguments.h"

/// Marshalling only: arguments are copied in, a thread of the call's own runs the kernel without
/// touching JavaScript, and the promise settles afterwards on the JavaScript thread. Node's own
/// thread pool is left to files and sockets.
namespace pentad {
namespace {

/// Bumped whenever the shape of calls or results changes; main/simulation/native.ts checks it.
constexpr int kInterface = 1;

/// One call under way. Shared by its thread, its handle in JavaScript and the environment.
///
/// `compute` runs on the thread and returns false when cancelled; `result` runs afterwards on the
/// JavaScript thread.
struct Task {
  Task(Napi::Env env, std::function<bool(Control &)> compute_,
       std::function<Napi::Value(Napi::Env)> result_)
      : compute(std::move(compute_)),
        result(std::move(result_)),
        deferred(Napi::Promise::Deferred::New(env)) {}

  Control control;
  std::function<bool(Control &)> compute;
  std::function<Napi::Value(Napi::Env)> result;
  Napi::Promise::Deferred deferred;
  Napi::ThreadSafeFunction settle_later;
  std::thread thread;
  bool finished = false;
  std::string failure;
};

using TaskPointer = std::shared_ptr<Task>;

void compute(Task &task) {
  try {
    task.finished = task.compute(task.control);
  } catch (const std::bad_alloc &) {
    task.failure = "not enough memory";
  } catch (const std::exception &error) {
    task.failure = error.what();
  } catch (...) {
    task.failure = "the kernel failed";
  }
}

void settle(Napi::Env env, Task &task) {
  try {
    if (!task.failure.empty()) throw Napi::Error::New(env, task.failure);
    if (!task.finished) throw Napi::Error::New(env, "cancelled");
    task.deferred.Resolve(task.result(env));
  } catch (const Napi::Error &error) {
    task.deferred.Reject(error.Value());
  }
  // The handle may live on for long; what it was about need not.
  task.compute = nullptr;
  task.result = nullptr;
}

/// Stops a call whose environment goes away, before anything it uses does.
void stop_at_teardown(void *data) {
  Task &task = **static_cast<TaskPointer *>(data);
  task.control.cancel = true;
  if (task.thread.joinable()) task.thread.join();
}

/// Runs on the JavaScript thread once the kernel has returned.
void finish(Napi::Env env, Napi::Function, TaskPointer *held) {
  (*held)->thread.join();
  napi_remove_env_cleanup_hook(env, stop_at_teardown, held);
  settle(env, **held);
}

void run(TaskPointer *held) {
  // A call that is torn down must not lose its task before the last line here.
  const TaskPointer task = *held;
  compute(*task);
  task->settle_later.NonBlockingCall(held, finish);
  task->settle_later.Release();
}

void start(Napi::Env env, const TaskPointer &task) {
  // Freed in the finalizer, which runs after the last call and also when the environment ends.
  auto *held = new TaskPointer(task);
  task->settle_later = Napi::ThreadSafeFunction::New(
      env, Napi::Function::New(env, [](const Napi::CallbackInfo &) {}), "pentad", 0, 1,
      [held](Napi::Env) { delete held; });
  // Hooks run in reverse order, so the thread has ended before its ThreadSafeFunction goes.
  napi_add_env_cleanup_hook(env, stop_at_teardown, held);
  try {
    task->thread = std::thread(run, held);
  } catch (const std::system_error &error) {
    napi_remove_env_cleanup_hook(env, stop_at_teardown, held);
    task->settle_later.Release();
    throw Napi::Error::New(env, std::string("no thread to run on: ") + error.what());
  }
}

Napi::Value handle(Napi::Env env, const TaskPointer &task) {
  Napi::Object handle = Napi::Object::New(env);
  handle.Set("promise", task->deferred.Promise());
  handle.Set("cancel", Napi::Function::New(env, [task](const Napi::CallbackInfo &) {
               task->control.cancel = true;
             }));
  handle.Set("progress", Napi::Function::New(env, [task](const Napi::CallbackInfo &info) {
               return Napi::Number::New(info.Env(), task->control.progress());
             }));
  return handle;
}

Napi::Object only_argument(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsObject()) {
    throw Napi::TypeError::New(info.Env(), "one object of arguments is expected");
  }
  return info[0].As<Napi::Object>();
}

template <typename Check>
void checked(Napi::Env env, Check check) {
  try {
    check();
  } catch (const std::invalid_argument &error) {
    throw Napi::RangeError::New(env, error.what());
  }
}

template <typename Array, typename T>
Array to_array(Napi::Env env, const std::vector<T> &values) {
  Napi::ArrayBuffer buffer = Napi::ArrayBuffer::New(env, values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(buffer.Data(), values.data(), values.size() * sizeof(T));
  using Element = std::remove_pointer_t<decltype(std::declval<Array>().Data())>;
  return Array::New(env, values.size() * sizeof(T) / sizeof(Element), buffer, 0);
}

/// sampleFrames(call): { promise of Uint8Array with the planes, cancel(), progress() }.
Napi::Value sample_frames_call(const Napi::CallbackInfo &info) {
  struct Work {
    FrameCall call;
    std::vector<uint64_t> planes;
  };
  const auto work = std::make_shared<Work>(Work{read_frame_call(only_argument(info)), {}});
  checked(info.Env(), [&] { check_frames(work->call.program); });
  const auto task = std::make_shared<Task>(
      info.Env(),
      [work](Control &control) {
        const FrameCall &call = work->call;
        work->planes.resize(plane_words(call.shots) * call.program.bits);
        return sample_frames(call.program, call.shots, call.seed, call.inputs, call.threads,
                             control, work->planes);
      },
      [work](Napi::Env env) { return to_array<Napi::Uint8Array>(env, work->planes); });
  start(info.Env(), task);
  return handle(info.Env(), task);
}

/// runCircuit(call): { promise of { words, keys: BigUint64Array, counts: Float64Array }, ... }.
Napi::Value run_circuit_call(const Napi::CallbackInfo &info) {
  struct Work {
    CircuitCall call;
    Counts counts;
  };
  const auto work = std::make_shared<Work>(Work{read_circuit_call(only_argument(info)), {}});
  checked(info.Env(), [&] { check_circuit(work->call.circuit); });
  const auto task = std::make_shared<Task>(
      info.Env(),
      [work](Control &control) {
        const CircuitCall &call = work->call;
        return run_circuit(call.circuit, call.shots, call.seed, call.kept_bytes, control,
                           work->counts);
      },
      [work](Napi::Env env) {
        const std::vector<double> counts(work->counts.counts.begin(), work->counts.counts.end());
        Napi::Object result = Napi::Object::New(env);
        result.Set("words", static_cast<double>(work->counts.words));
        result.Set("keys", to_array<Napi::Uint8Array>(env, work->counts.keys));
        result.Set("counts", to_array<Napi::Float64Array>(env, counts));
        return result;
      });
  start(info.Env(), task);
  return handle(info.Env(), task);
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("interface", kInterface);
  exports.Set("sampleFrames", Napi::Function::New(env, sample_frames_call));
  exports.Set("runCircuit", Napi::Function::New(env, run_circuit_call));
  return exports;
}

}  // namespace
}  // namespace pentad

static Napi::Object Init(Napi::Env env, Napi::Object exports) {
  return pentad::init(env, exports);
}

NODE_API_MODULE(pentad_native, Init)
