#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/slots.h"
#include "clifford/program.h"
#include "frames/sample.h"
#include "statevector/circuit.h"
#include "statevector/pauli-values.h"
#include "statevector/rows.h"
#include "trajectories/sample.h"

namespace pentad {

/// Calls as JavaScript gives them: typed arrays, copied but not looked into yet, since a million
/// ops take longer to read than the event loop may be held. No Node in here, so that fuzz targets
/// call the same code.
///
/// `program` and `circuit` are for the thread of the call. They require whole ops (`rates` one row
/// an op) and whole matrices, and throw std::invalid_argument for anything else that is wrong.

/// Integers an op, and probabilities an op.
inline constexpr size_t kFrameWords = 4, kStabilizerWords = 4, kCircuitWords = 6,
                        kTrajectoryWords = 6, kRates = 3;
/// Numbers a matrix.
inline constexpr size_t kMatrixNumbers = 8;

struct FrameCall {
  uint32_t qubits, bits, registers, inputs;
  std::vector<int32_t> ops;
  std::vector<double> rates;
  uint64_t shots, seed;
  std::vector<uint64_t> planes;
  unsigned threads;

  FrameProgram program() const;
};

struct CircuitCall {
  int32_t qubits, slots;
  std::vector<int32_t> ops;
  std::vector<double> matrices;
  std::vector<int32_t> conditions;
  CircuitRequest request;

  Circuit circuit() const;
};

/// Throws std::invalid_argument unless there is one x for each z and no mask has bits beyond
/// `qubits`, which may be any number. Time O(masks).
std::vector<PauliMask> paulis_of(const std::vector<int32_t> &x, const std::vector<int32_t> &z,
                                 int32_t qubits);

struct CircuitRowsCall {
  CircuitCall circuit;
  std::vector<int32_t> varying;
  std::vector<double> values;
  std::vector<uint64_t> seeds;

  CircuitRows rows() const;
};

struct StabilizerCall {
  uint32_t qubits, clbits;
  std::vector<int32_t> ops;
  std::vector<double> rates;
  std::vector<int32_t> conditions;
  uint64_t shots, seed;
  unsigned threads;

  StabilizerProgram program() const;
  /// Whether the call takes at most about 50 microseconds: one small tableau without noise, and few
  /// shots through it.
  bool is_brief() const;
};

struct TrajectoryCall {
  int32_t qubits, slots;
  std::vector<int32_t> ops;
  std::vector<double> rates, matrices;
  std::vector<int32_t> conditions;
  TrajectoryRequest request;

  TrajectoryProgram program() const;
};

std::vector<Matrix> matrices_of(const std::vector<double> &entries);
/// Conditions from `words`: for each condition its number of terms, then the terms.
std::vector<SlotCondition> conditions_of(const std::vector<int32_t> &words);

}  // namespace pentad
