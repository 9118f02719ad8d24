#include "addon/programs.h"

#include <algorithm>
#include <stdexcept>

namespace pentad {

std::vector<SlotCondition> conditions_of(const std::vector<int32_t> &words) {
  std::vector<SlotCondition> conditions;
  for (size_t i = 0; i < words.size();) {
    const auto terms = static_cast<size_t>(words[i]);
    if (words[i] < 0 || terms >= words.size() - i) {
      throw std::invalid_argument("conditions end in the middle of one");
    }
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i + 1);
    conditions.emplace_back(first, first + static_cast<std::ptrdiff_t>(terms));
    i += terms + 1;
  }
  return conditions;
}

std::vector<Matrix> matrices_of(const std::vector<double> &entries) {
  std::vector<Matrix> matrices(entries.size() / kMatrixNumbers);
  for (size_t i = 0; i < entries.size(); i += 2) {
    matrices[i / kMatrixNumbers][i % kMatrixNumbers / 2] = {entries[i], entries[i + 1]};
  }
  return matrices;
}

FrameProgram FrameCall::program() const {
  FrameProgram program{qubits, bits, registers, inputs, {}};
  program.ops.reserve(ops.size() / kFrameWords);
  for (size_t i = 0; i < ops.size() / kFrameWords; ++i) {
    const int32_t *w = &ops[i * kFrameWords];
    const double *p = &rates[i * kRates];
    program.ops.push_back({static_cast<FrameCode>(w[0]), w[1], w[2], w[3], {p[0], p[1], p[2]}});
  }
  check_frames(program);
  return program;
}

Circuit CircuitCall::circuit() const {
  Circuit circuit{qubits, slots, {}, matrices_of(matrices), conditions_of(conditions)};
  circuit.ops.reserve(ops.size() / kCircuitWords);
  for (size_t i = 0; i < ops.size(); i += kCircuitWords) {
    circuit.ops.push_back({static_cast<CircuitCode>(ops[i]), ops[i + 1], ops[i + 2], ops[i + 3],
                           ops[i + 4], ops[i + 5]});
  }
  check_circuit(circuit);
  return circuit;
}

std::vector<PauliMask> paulis_of(const std::vector<int32_t> &x, const std::vector<int32_t> &z,
                                 int32_t qubits) {
  if (x.size() != z.size()) throw std::invalid_argument("x and z differ in length");
  const uint32_t known = qubits <= 0    ? 0
                         : qubits >= 32 ? ~uint32_t{0}
                                        : (uint32_t{1} << qubits) - 1;
  std::vector<PauliMask> paulis;
  paulis.reserve(x.size());
  for (size_t at = 0; at < x.size(); ++at) {
    const PauliMask mask{static_cast<uint32_t>(x[at]), static_cast<uint32_t>(z[at])};
    if (((mask.x | mask.z) & ~known) != 0) {
      throw std::invalid_argument("x and z have bits beyond the qubits");
    }
    paulis.push_back(mask);
  }
  return paulis;
}

CircuitRows CircuitRowsCall::rows() const {
  return {circuit.circuit(), varying, matrices_of(values), seeds};
}

StabilizerProgram StabilizerCall::program() const {
  StabilizerProgram program{qubits, clbits, {}, conditions};
  program.ops.resize(ops.size() / kStabilizerWords);
  for (size_t i = 0; i < program.ops.size(); ++i) {
    const int32_t *w = &ops[i * kStabilizerWords];
    const double *p = &rates[i * kRates];
    program.ops[i] = {static_cast<StabilizerCode>(w[0]), w[1], w[2], w[3], {p[0], p[1], p[2]}};
  }
  check_stabilizer(program);
  return program;
}

bool StabilizerCall::is_brief() const {
  constexpr uint64_t kOps = 64, kQubits = 16, kShotBits = 4096;
  return ops.size() <= kOps * kStabilizerWords && qubits <= kQubits &&
         shots * (uint64_t{clbits} + 2) <= kShotBits && conditions.empty() &&
         std::all_of(rates.begin(), rates.end(), [](double rate) { return rate == 0; });
}

TrajectoryProgram TrajectoryCall::program() const {
  TrajectoryProgram program;
  program.qubits = qubits;
  program.slots = slots;
  program.ops.resize(ops.size() / kTrajectoryWords);
  for (size_t i = 0; i < program.ops.size(); ++i) {
    const int32_t *w = &ops[i * kTrajectoryWords];
    const double *p = &rates[i * kRates];
    program.ops[i] = {
        static_cast<TrajectoryCode>(w[0]), w[1], w[2], w[3], w[4], w[5], {p[0], p[1], p[2]}};
  }
  program.matrices = matrices_of(matrices);
  program.conditions = conditions_of(conditions);
  check_trajectory(program);
  return program;
}

}  // namespace pentad
