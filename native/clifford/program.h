#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pentad {

/// Same order as STABILIZER_CODES in main/simulation/stabilizer/program.ts.
enum class StabilizerCode : int32_t {
  kH,        // a = qubit
  kS,        // a = qubit
  kX,        // a = qubit
  kZ,        // a = qubit
  kCx,       // a = control, b = target
  kCz,       // a, b = qubits
  kSwap,     // a, b = qubits
  kMeasure,  // a = qubit, b = clbit, p[0] = flip of the recorded bit
  kReset,    // a = qubit
  kPauli1,   // a = qubit, p = px, py, pz
  kPauli2,   // a, b = qubits, p[0] = total over the 15 Paulis
  kCount
};

/// One op; `condition` is -1, or where its condition starts in StabilizerProgram::conditions.
struct StabilizerOp {
  StabilizerCode code;
  int32_t a, b, condition;
  double p[3];
};

/// A condition is a count followed by that many literals, all of which must hold: literal 2 b + v
/// requires that classical bit b is v. Example: {2, 6, 9} requires that bit 3 is 0 and bit 4 is 1.
struct StabilizerProgram {
  uint32_t qubits, clbits;
  std::vector<StabilizerOp> ops;
  std::vector<int32_t> conditions;

  /// The literals of an op that has a condition.
  std::span<const int32_t> literals(const StabilizerOp &op) const {
    const int32_t *start = conditions.data() + op.condition;
    return {start + 1, static_cast<size_t>(*start)};
  }
};

inline bool is_pauli(StabilizerCode code) {
  return code == StabilizerCode::kX || code == StabilizerCode::kZ;
}

inline bool is_noise(StabilizerCode code) {
  return code == StabilizerCode::kPauli1 || code == StabilizerCode::kPauli2;
}

inline bool takes_two(StabilizerCode code) {
  return code == StabilizerCode::kCx || code == StabilizerCode::kCz ||
         code == StabilizerCode::kSwap || code == StabilizerCode::kPauli2;
}

/// Whether the op splits the shots into those in which it happens and those in which it does not:
/// Paulis and noise are flips of a frame, everything else changes the stabilizers.
inline bool splits_shots(const StabilizerOp &op) {
  return op.condition >= 0 && !is_pauli(op.code) && !is_noise(op.code);
}

inline constexpr uint32_t kMaxStabilizerQubits = 10'000;
inline constexpr uint32_t kMaxStabilizerClbits = 1 << 16;

/// Throws std::invalid_argument, naming the op, unless every index and probability is in range.
void check_stabilizer(const StabilizerProgram &program);

}  // namespace pentad
