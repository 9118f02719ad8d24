#pragma once
#include <cstdint>
#include <vector>

#include "statevector/circuit.h"

namespace pentad {

/// One circuit with some of its matrices given anew in each row.
///
/// Example: varying = {2}, values = {A, B} and seeds = {7, 8} are two runs, in the first of which
/// matrix 2 of the circuit is A and the seed 7.
struct CircuitRows {
  Circuit circuit;
  /// Indices of circuit.matrices, and for each row in turn one matrix for each of them.
  std::vector<int32_t> varying;
  std::vector<Matrix> values;
  std::vector<uint64_t> seeds;
};

/// Samples every row as run_circuit does with its matrices and seed, whatever the number of
/// threads: small circuits on one thread each, as many at once as there are threads; large ones one
/// after the other on all of them. counts[r] is that of row r.
///
/// Throws std::invalid_argument unless every row is a circuit as check_circuit takes it. Returns
/// false when cancelled. control.total counts rows. Time that of the rows; memory one state a
/// thread and the counts of all rows.
bool run_circuit_rows(const CircuitRows &rows, const CircuitRequest &request, Control &control,
                      std::vector<Counts> &counts);

}  // namespace pentad
