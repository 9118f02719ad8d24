#include <napi.h>

#ifdef __linux__
#include <sys/resource.h>
#endif

#include <complex>
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

#include "task.h"
#include "arguments.h"
#include "array-pool.h"

/// Marshalling only: arguments are copied in, a thread of the call's own reads and checks them and
/// runs the kernel without touching JavaScript, and the promise settles afterwards on the
/// JavaScript thread. Node's own thread pool is left to files and sockets.
namespace pentad {
namespace {

/// Bumped whenever the shape of calls or results changes; main/simulation/native.ts checks it.
constexpr int kInterface = 6;

/// One call under way. Shared by its thread, its handle in JavaScript and the environment.
///
/// `compute` runs on the thread and returns false when cancelled; `result` runs afterwards on the
/// JavaScript thread and returns null when the value cannot be made.
struct Task {
  Task(Napi::Env env, std::function<bool(Control &)> compute_,
       std::function<napi_value(napi_env)> result_)
      : compute(std::move(compute_)), result(std::move(result_)) {
    if (napi_create_promise(env, &deferred, &promise) != napi_ok) throw Napi::Error::New(env);
  }

  Control control;
  std::function<bool(Control &)> compute;
  std::function<napi_value(napi_env)> result;
  napi_deferred deferred = nullptr;
  /// Valid during the call that made it.
  napi_value promise = nullptr;
  Napi::ThreadSafeFunction settle_later;
  std::thread thread;
  bool finished = false;
  std::string failure;
  /// The failure lies in the arguments.
  bool is_refused = false;
};

using TaskPointer = std::shared_ptr<Task>;

void compute(Task &task) {
  try {
    task.finished = task.compute(task.control);
  } catch (const std::bad_alloc &) {
    task.failure = "not enough memory";
  } catch (const std::invalid_argument &error) {
    task.failure = error.what();
    task.is_refused = true;
  } catch (const std::exception &error) {
    task.failure = error.what();
  } catch (...) {
    task.failure = "the kernel failed";
  }
}

/// Rejects with the pending exception, if there is one, else with `message`, as a RangeError where
/// the arguments are at fault.
void reject(napi_env env, napi_deferred deferred, const std::string &message,
            bool is_refused = false) {
  napi_value error = nullptr;
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (pending) {
    napi_get_and_clear_last_exception(env, &error);
  } else {
    napi_value text = nullptr;
    napi_create_string_utf8(env, message.c_str(), message.size(), &text);
    const auto create = is_refused ? napi_create_range_error : napi_create_error;
    create(env, nullptr, text, &error);
  }
  if (error != nullptr) napi_reject_deferred(env, deferred, error);
}

/// In plain C calls whose failure is ignored: an ending environment refuses them all, at any
/// moment, and then nobody is left to tell. The C++ wrappers would end the process instead.
void settle(napi_env env, Task &task) {
  napi_value value = nullptr;
  if (task.finished) value = task.result(env);
  if (value != nullptr) {
    napi_resolve_deferred(env, task.deferred, value);
  } else if (task.finished) {
    reject(env, task.deferred, "the result does not fit in memory");
  } else {
    const std::string message = task.failure.empty() ? "cancelled" : task.failure;
    reject(env, task.deferred, message, task.is_refused);
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

/// Kernels give way to the JavaScript thread where cores are scarce, so that the event loop stays
/// prompt. Helpers that a kernel starts inherit it. On Linux, niceness belongs to the thread.
void step_back() {
#ifdef __linux__
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5);
#endif
}

void run(TaskPointer *held) {
  step_back();
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
  handle.Set("promise", Napi::Value(env, task->promise));
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

/// A typed array with a copy of the values' bytes; null when it cannot be made.
template <typename T>
napi_value to_array(napi_env env, napi_typedarray_type type, size_t element,
                    const std::vector<T> &values) {
  const size_t bytes = values.size() * sizeof(T);
  void *data = nullptr;
  napi_value buffer = nullptr, array = nullptr;
  if (napi_create_arraybuffer(env, bytes, &data, &buffer) != napi_ok) return nullptr;
  if (bytes > 0) std::memcpy(data, values.data(), bytes);
  if (napi_create_typedarray(env, type, bytes / element, buffer, 0, &array) != napi_ok) {
    return nullptr;
  }
  return array;
}

/// A byte array over the numbers themselves, or over a copy where the host forbids memory that is
/// not its own (Electron does); null when it cannot be made.
napi_value to_bytes(napi_env env, const SpareArrays::Array &numbers, size_t bytes) {
  auto *held = new SpareArrays::Array(numbers);
  const auto release = [](napi_env, void *, void *hint) {
    delete static_cast<SpareArrays::Array *>(hint);
  };
  napi_value buffer = nullptr, array = nullptr;
  if (napi_create_external_arraybuffer(env, numbers->data(), bytes, release, held, &buffer) !=
      napi_ok) {
    delete held;
    void *data = nullptr;
    if (napi_create_arraybuffer(env, bytes, &data, &buffer) != napi_ok) return nullptr;
    if (bytes > 0) std::memcpy(data, numbers->data(), bytes);
  }
  if (napi_create_typedarray(env, napi_uint8_array, bytes, buffer, 0, &array) != napi_ok) {
    return nullptr;
  }
  return array;
}

bool set(napi_env env, napi_value object, const char *name, napi_value value) {
  return value != nullptr && napi_set_named_property(env, object, name, value) == napi_ok;
}

napi_value to_object(napi_env env, const Counts &counts) {
  const std::vector<double> times(counts.counts.begin(), counts.counts.end());
  napi_value object = nullptr, words = nullptr;
  if (napi_create_object(env, &object) != napi_ok) return nullptr;
  napi_create_double(env, static_cast<double>(counts.words), &words);
  const bool whole =
      set(env, object, "words", words) &&
      set(env, object, "keys", to_array(env, napi_uint8_array, 1, counts.keys)) &&
      set(env, object, "counts", to_array(env, napi_float64_array, sizeof(double), times));
  return whole ? object : nullptr;
}

/// sampleFrames(call): { promise of Uint8Array with the planes, cancel(), progress() }.
Napi::Value sample_frames_call(const Napi::CallbackInfo &info) {
  struct Work {
    FrameCall call;
    SpareArrays::Array planes;
    size_t words() const { return plane_words(call.shots) * call.bits; }
  };
  const auto work = std::make_shared<Work>(Work{read_frame_call(only_argument(info)), nullptr});
  return start_task(
      info.Env(),
      [work](Control &control) {
        const FrameCall &call = work->call;
        const FrameProgram program = call.program();
        work->planes = SpareArrays::shared().take(work->words());
        return sample_frames(program, call.shots, call.seed, call.planes, call.threads, control,
                             work->planes->data());
      },
      [work](napi_env env) { return to_bytes(env, work->planes, work->words() * 8); });
}

/// runCircuit(call): { promise of { words, keys: Uint8Array, counts: Float64Array }, ... }.
Napi::Value run_circuit_call(const Napi::CallbackInfo &info) {
  struct Work {
    CircuitCall call;
    Counts counts;
  };
  const auto work = std::make_shared<Work>(Work{read_circuit_call(only_argument(info)), {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        return run_circuit(work->call.circuit(), work->call.request, control, work->counts);
      },
      [work](napi_env env) { return to_object(env, work->counts); });
}

/// finalState(call): { promise of Float64Array with (re, im) of each amplitude, ... }; for tests.
Napi::Value final_state_call(const Napi::CallbackInfo &info) {
  struct Work {
    CircuitCall call;
    std::vector<std::complex<double>> amplitudes;
  };
  const auto work = std::make_shared<Work>(Work{read_circuit_call(only_argument(info)), {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        return final_state(work->call.circuit(), work->call.request, control, work->amplitudes);
      },
      [work](napi_env env) {
        return to_array(env, napi_float64_array, sizeof(double), work->amplitudes);
      });
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("interface", kInterface);
  exports.Set("sampleFrames", Napi::Function::New(env, sample_frames_call));
  exports.Set("runCircuit", Napi::Function::New(env, run_circuit_call));
  exports.Set("finalState", Napi::Function::New(env, final_state_call));
  export_stabilizer(env, exports);
  export_trajectories(env, exports);
  export_beliefs(env, exports);
  return exports;
}

}  // namespace

Napi::Value start_task(Napi::Env env, std::function<bool(Control &)> compute,
                       std::function<napi_value(napi_env)> result, bool is_brief) {
  const auto task = std::make_shared<Task>(env, std::move(compute), std::move(result));
  if (is_brief) {
    pentad::compute(*task);
    settle(env, *task);
  } else {
    start(env, task);
  }
  return handle(env, task);
}

napi_value counts_object(napi_env env, const Counts &counts) {
  return to_object(env, counts);
}

}  // namespace pentad

static Napi::Object Init(Napi::Env env, Napi::Object exports) {
  return pentad::init(env, exports);
}

NODE_API_MODULE(pentad_native, Init)
