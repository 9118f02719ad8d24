#include "statevector/rows.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "base/test.h"

namespace pentad {
namespace {

Matrix turned(double angle) {
  const double c = std::cos(angle / 2), s = std::sin(angle / 2);
  return {c, -s, s, c};
}

CircuitRows rows_of(const std::vector<double> &angles) {
  CircuitRows rows;
  rows.circuit = {2,
                  2,
                  {{CircuitCode::kGate, 0, -1, -1, 0, -1},
                   {CircuitCode::kGate, 1, 0, -1, 1, -1},
                   {CircuitCode::kMeasure, 0, -1, -1, 0, -1},
                   {CircuitCode::kMeasure, 1, -1, -1, 1, -1}},
                  {turned(0), {0., 1., 1., 0.}},
                  {}};
  rows.varying = {0};
  for (size_t row = 0; row < angles.size(); ++row) {
    rows.values.push_back(turned(angles[row]));
    rows.seeds.push_back(100 + row);
  }
  return rows;
}

bool alike(const CircuitRows &rows, unsigned threads) {
  CircuitRequest request{1'000, 0, 0};
  request.resources.threads = threads;
  Control control;
  std::vector<Counts> counts;
  if (!run_circuit_rows(rows, request, control, counts)) return false;
  for (size_t row = 0; row < counts.size(); ++row) {
    Circuit circuit = rows.circuit;
    circuit.matrices[0] = rows.values[row];
    request.seed = rows.seeds[row];
    Counts alone;
    Control other;
    run_circuit(circuit, request, other, alone);
    if (counts[row].keys != alone.keys || counts[row].counts != alone.counts) return false;
  }
  return counts.size() == rows.seeds.size();
}

bool is_refused(const CircuitRows &rows) {
  Control control;
  std::vector<Counts> counts;
  try {
    run_circuit_rows(rows, {10, 0, 0}, control, counts);
  } catch (const std::invalid_argument &) {
    return true;
  }
  return false;
}

}  // namespace

void test_circuit_rows() {
  CircuitRows rows = rows_of({0, 0.3, 1, 2, 3.1});
  check("rows are those of single runs, on one thread and on three",
        alike(rows, 1) && alike(rows, 3));
  rows.values.pop_back();
  check("rows with too few matrices are refused", is_refused(rows));
  rows = rows_of({1});
  rows.varying = {2};
  check("a matrix that varies and is not there is refused", is_refused(rows));
  rows = rows_of({1, NAN});
  check("a row whose matrix is not finite is refused", is_refused(rows));
}

}  // namespace pentad
