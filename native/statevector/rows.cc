#include "statevector/rows.h"

#include <atomic>
#include <stdexcept>

#include "base/threads.h"

namespace pentad {
namespace {

/// Maximum qubits of a circuit that runs on one thread; larger ones use all threads.
constexpr int32_t kSmallQubits = 16;

void check_rows(const CircuitRows &rows) {
  if (rows.values.size() != rows.seeds.size() * rows.varying.size()) {
    throw std::invalid_argument("every row needs a matrix for each that varies");
  }
  for (const int32_t index : rows.varying) {
    if (index < 0 || static_cast<size_t>(index) >= rows.circuit.matrices.size()) {
      throw std::invalid_argument("a matrix that varies is out of range");
    }
  }
}

Counts run_row(const CircuitRows &rows, size_t row, Circuit &circuit, CircuitRequest request,
               Control &control) {
  const size_t from = row * rows.varying.size();
  for (size_t i = 0; i < rows.varying.size(); ++i) {
    circuit.matrices[static_cast<size_t>(rows.varying[i])] = rows.values[from + i];
  }
  check_circuit(circuit);
  request.seed = rows.seeds[row];
  Counts counts;
  run_circuit(circuit, request, control, counts);
  return counts;
}

}  // namespace

bool run_circuit_rows(const CircuitRows &rows, const CircuitRequest &request, Control &control,
                      std::vector<Counts> &counts) {
  check_rows(rows);
  counts.assign(rows.seeds.size(), {});
  const bool is_small = rows.circuit.qubits <= kSmallQubits;
  const unsigned threads = is_small ? request.resources.threads : 1;
  CircuitRequest own = request;
  if (is_small) own.resources.threads = 1;
  std::atomic<size_t> next{0};
  on_threads_cancelling(threads, control, [&] {
    Circuit circuit = rows.circuit;
    for (size_t row = next++; row < counts.size() && !control.cancelled(); row = next++) {
      counts[row] = run_row(rows, row, circuit, own, control);
    }
  });
  return !control.cancelled();
}

}  // namespace pentad
