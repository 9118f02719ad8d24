#include <complex>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "addon/arguments.h"
#include "addon/exports.h"
#include "addon/programs.h"
#include "addon/results.h"
#include "addon/task.h"
#include "statevector/pauli-values.h"

/// Marshalling of the state vector's calls: arguments copied in, counts or amplitudes copied out.
namespace pentad {
namespace {

constexpr uint64_t kMaxKeptBytes = uint64_t{1} << 40;

/// From { qubits, slots: integers; ops: Int32Array, 6 an op; matrices: Float64Array, 8 a matrix;
/// conditions: Int32Array, the number of terms and the terms of each; shots, kept_bytes, threads:
/// integers; precision: 32 or 64; seed: bigint }.
CircuitCall read_circuit_call(const Napi::Object &from) {
  CircuitCall call{static_cast<int32_t>(integer(from, "qubits", 0, kMaxQubits)),
                   static_cast<int32_t>(integer(from, "slots", 0, kMaxSlots)),
                   read_ops(from, kCircuitWords),
                   read_matrices(from),
                   numbers<int32_t>(from, "conditions", napi_int32_array),
                   {integer(from, "shots", 1, kMaxShots), seed(from),
                    integer(from, "kept_bytes", 0, kMaxKeptBytes)}};
  call.request.precision = read_precision(from);
  call.request.resources.threads = read_threads(from);
  return call;
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

/// Masks of the same number of entries, each below 2^qubits; RangeError otherwise.
std::vector<PauliMask> read_paulis(const Napi::Object &from, int32_t qubits) {
  const std::vector<int32_t> x = numbers<int32_t>(from, "x", napi_int32_array);
  const std::vector<int32_t> z = numbers<int32_t>(from, "z", napi_int32_array);
  need_length(from, "z", z.size(), x.size());
  try {
    return paulis_of(x, z, qubits);
  } catch (const std::invalid_argument &error) {
    throw Napi::RangeError::New(from.Env(), error.what());
  }
}

/// Counts of all rows one after the other; `ends` holds where those of each row end.
napi_value rows_to_object(napi_env env, const std::vector<Counts> &rows) {
  std::vector<uint64_t> keys;
  std::vector<double> counts, ends;
  size_t words = 0;
  for (const Counts &row : rows) {
    words = row.words;
    keys.insert(keys.end(), row.keys.begin(), row.keys.end());
    counts.insert(counts.end(), row.counts.begin(), row.counts.end());
    ends.push_back(static_cast<double>(counts.size()));
  }
  return to_object(env, {{"words", to_number(env, static_cast<double>(words))},
                         {"keys", to_array(env, napi_uint8_array, 1, keys)},
                         {"counts", to_array(env, napi_float64_array, sizeof(double), counts)},
                         {"ends", to_array(env, napi_float64_array, sizeof(double), ends)}});
}

/// runCircuitRows(call): call as of runCircuit with { varying: Int32Array, values: Float64Array, 8
/// a matrix, seeds: BigUint64Array }, whose own seed is not used; gives { promise of { words, keys,
/// counts, ends: Float64Array }, ... }.
Napi::Value run_circuit_rows_call(const Napi::CallbackInfo &info) {
  struct Work {
    CircuitRowsCall call;
    std::vector<Counts> counts;
  };
  const Napi::Object from = only_argument(info);
  CircuitRowsCall call{read_circuit_call(from), numbers<int32_t>(from, "varying", napi_int32_array),
                       numbers<double>(from, "values", napi_float64_array),
                       numbers<uint64_t>(from, "seeds", napi_biguint64_array)};
  need_length(from, "values", call.values.size(),
              call.seeds.size() * call.varying.size() * kMatrixNumbers);
  const auto work = std::make_shared<Work>(Work{std::move(call), {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        return run_circuit_rows(work->call.rows(), work->call.circuit.request, control,
                                work->counts);
      },
      [work](napi_env env) { return rows_to_object(env, work->counts); });
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

/// pauliValues(call): call as of finalState with { x, z: Int32Array, a bit for each qubit }; gives
/// { promise of Float64Array with the expectation value of each Pauli in that state, ... }.
Napi::Value pauli_values_call(const Napi::CallbackInfo &info) {
  struct Work {
    CircuitCall call;
    std::vector<PauliMask> paulis;
    std::vector<double> values;
  };
  const Napi::Object from = only_argument(info);
  CircuitCall call = read_circuit_call(from);
  std::vector<PauliMask> paulis = read_paulis(from, call.qubits);
  const auto work = std::make_shared<Work>(Work{std::move(call), std::move(paulis), {}});
  return start_task(
      info.Env(),
      [work](Control &control) {
        std::vector<std::complex<double>> amplitudes;
        const CircuitRequest &request = work->call.request;
        return final_state(work->call.circuit(), request, control, amplitudes) &&
               pauli_values(amplitudes, work->paulis, request.resources.threads, control,
                            work->values);
      },
      [work](napi_env env) {
        return to_array(env, napi_float64_array, sizeof(double), work->values);
      });
}

}  // namespace

void export_statevector(Napi::Env env, Napi::Object exports) {
  exports.Set("runCircuit", Napi::Function::New(env, run_circuit_call));
  exports.Set("runCircuitRows", Napi::Function::New(env, run_circuit_rows_call));
  exports.Set("pauliValues", Napi::Function::New(env, pauli_values_call));
  exports.Set("finalState", Napi::Function::New(env, final_state_call));
}

}  // namespace pentad
