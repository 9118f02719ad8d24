#include "addon/task.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace pentad {
namespace {

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
  /// Whether the failure lies in the arguments.
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
/// moment, and then no promise is left to settle. The C++ wrappers would end the process instead.
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
  // The handle may live on for long; the functions and what they hold need not.
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
void lower_priority() {
#ifdef __linux__
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5);
#endif
}

void run(TaskPointer *held) {
  lower_priority();
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

}  // namespace pentad
