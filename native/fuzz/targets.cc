#include "fuzz/targets.h"

#include <algorithm>
#include <complex>

#include "addon/programs.h"
#include "base/control.h"
#include "decoding/flag-map.h"
#include "extraction/circulant.h"
#include "planes/words.h"
#include "stabilizer/sample.h"
#include "stabilizer/transpose.h"

namespace pentad::fuzz {
namespace {

constexpr uint32_t kMaxShots = 300;
/// Limits of programs that are run; larger ones are only checked.
constexpr int32_t kMaxRunQubits = 8, kMaxRunSlots = 80;

bool is_small(int32_t qubits, int32_t slots) {
  return qubits <= kMaxRunQubits && slots <= kMaxRunSlots;
}

void fuzz_frames(Input &input) {
  FrameCall call{};
  call.qubits = input.below(20);
  call.bits = input.below(20);
  call.registers = input.below(5);
  call.inputs = input.below(3);
  const auto qubits = static_cast<int32_t>(call.qubits);
  call.ops = ops(input, static_cast<int32_t>(FrameCode::kCount), {qubits, 3, 2});
  call.rates = input.numbers(call.ops.size() / kFrameWords * kRates);
  call.shots = 1 + input.below(kMaxShots);
  call.seed = input.any<uint64_t>();
  call.threads = 1 + input.below(2);
  call.planes.assign(plane_words(call.shots) * call.inputs, input.any<uint64_t>());
  const FrameProgram program = call.program();
  Control control;
  std::vector<uint64_t> planes(plane_words(call.shots) * call.bits);
  sample_frames(program, call.shots, call.seed, call.planes, call.threads, control, planes.data());
}

void fuzz_statevector(Input &input) {
  CircuitCall call{};
  call.qubits = input.index();
  call.slots = input.index();
  call.matrices = matrices(input);
  call.conditions = conditions(input);
  const int32_t qubits = std::max(call.qubits, 0);
  const int32_t index = std::min(call.slots, static_cast<int32_t>(call.matrices.size() / 8));
  call.ops = ops(input, 3, {qubits, -qubits, -1, index, -count_of(call.conditions)});
  call.request.shots = 1 + input.below(kMaxShots);
  call.request.seed = input.any<uint64_t>();
  call.request.kept_bytes = input.below(1 << 15);
  call.request.precision = precision(input);
  call.request.resources.threads = 1 + input.below(2);
  const Circuit circuit = call.circuit();
  if (!is_small(circuit.qubits, circuit.slots)) return;
  Control control;
  Counts counts;
  run_circuit(circuit, call.request, control, counts);
}

/// Circuits are mostly gates alone, as those that measure or reset have no final state.
void fuzz_pauli_values(Input &input) {
  CircuitCall call{};
  call.qubits = input.index();
  call.matrices = matrices(input);
  const auto index = static_cast<int32_t>(call.matrices.size() / kMatrixNumbers);
  const int32_t qubits = std::max(call.qubits, 0);
  call.ops = ops(input, input.below(8) == 0 ? 3 : 1, {qubits, -qubits, -1, index, 0});
  call.request.shots = 1;
  call.request.seed = input.any<uint64_t>();
  call.request.precision = precision(input);
  call.request.resources.threads = 1 + input.below(2);
  const uint32_t masks = input.below(300);
  const bool is_alike = input.is_tame() || input.below(8) != 0;
  std::vector<int32_t> x(masks), z(is_alike ? masks : input.below(300));
  // Few different x, so that groups with the same x grow beyond the size that is summed at once.
  const uint32_t kinds = uint32_t{1} << std::clamp(call.qubits, 0, 14);
  const uint32_t distinct = 1 + input.below(kinds);
  const bool is_wild = !input.is_tame() && input.below(4) == 0;
  for (int32_t &mask : x) mask = is_wild ? input.index() : input.below(distinct);
  for (int32_t &mask : z) mask = is_wild ? input.any<int32_t>() : input.below(kinds);
  const std::vector<PauliMask> paulis = paulis_of(x, z, call.qubits);
  const Circuit circuit = call.circuit();
  if (!is_small(circuit.qubits, circuit.slots)) return;
  Control control;
  std::vector<std::complex<double>> amplitudes;
  std::vector<double> values;
  if (!final_state(circuit, call.request, control, amplitudes)) return;
  pauli_values(amplitudes, paulis, call.request.resources.threads, control, values);
}

void fuzz_stabilizer(Input &input) {
  StabilizerCall call{};
  call.qubits = input.below(20);
  call.clbits = input.below(70);
  call.conditions = conditions(input);
  const auto qubits = static_cast<int32_t>(call.qubits);
  const int32_t conditions = call.conditions.empty() ? 0 : 1;
  call.ops =
      ops(input, static_cast<int32_t>(StabilizerCode::kCount), {qubits, qubits, -conditions});
  call.rates = input.numbers(call.ops.size() / kStabilizerWords * kRates);
  call.shots = 1 + input.below(kMaxShots);
  call.seed = input.any<uint64_t>();
  call.threads = 1 + input.below(2);
  const StabilizerProgram program = call.program();
  Control control;
  StabilizerPath path;
  std::vector<uint64_t> planes(plane_words(call.shots) * call.clbits);
  sample_stabilizer(program, call.shots, call.seed, call.threads, control, planes, path);
  std::vector<uint8_t> packed(call.shots * packed_width(call.clbits));
  pack_stabilizer(program, call.shots, call.seed, call.threads, control, packed, path);
  Counts counts;
  count_stabilizer(program, call.shots, call.seed, call.threads, input.below(1 << 14), control,
                   counts, path);
}

void fuzz_trajectories(Input &input) {
  TrajectoryCall call{};
  call.qubits = input.index();
  call.slots = input.index();
  call.matrices = matrices(input);
  call.conditions = conditions(input);
  const int32_t qubits = std::max(call.qubits, 0);
  const int32_t index = std::min(call.slots, static_cast<int32_t>(call.matrices.size() / 8));
  call.ops = ops(input, 7, {qubits, -qubits, -1, index, -count_of(call.conditions)});
  call.rates = input.numbers(call.ops.size() / kTrajectoryWords * kRates);
  call.request = {1 + input.below(kMaxShots), input.any<uint64_t>(), input.below(1 << 15),
                  precision(input), 1 + input.below(2)};
  const TrajectoryProgram program = call.program();
  if (!is_small(program.qubits, program.slots)) return;
  Control control;
  Counts counts;
  run_trajectories(program, call.request, control, counts);
}

/// Lengths are mostly those that the tables should have.
void fuzz_flag_map(Input &input) {
  ShotRecords records{};
  records.shots = 1 + input.below(kMaxShots);
  records.rounds = input.below(6);
  records.per_round = input.below(2) == 0 ? 12 : 8;
  records.tail = records.per_round == 12 || input.below(2) == 0 ? 0 : 4;
  const auto length = [&](size_t right) {
    return !input.is_tame() && input.below(8) == 0 ? input.below(300) : right;
  };
  const std::vector<double> some = input.numbers(61);
  const auto numbers = [&](size_t count) {
    std::vector<double> made(count);
    for (size_t i = 0; i < count; ++i) made[i] = some[i % some.size()];
    return made;
  };
  FlagMapTables tables{};
  tables.start = numbers(length(256));
  tables.quiet = numbers(length(256));
  tables.steps = numbers(length(256 * (records.per_round == 12 ? 256 : 272)));
  tables.turning = input.any<uint16_t>();
  tables.first = input.below(40);
  tables.count = 1 + input.below(16);
  const uint32_t bits = 1 + input.below(11);
  tables.conditional = bits >= 6 && input.below(2) == 0;
  for (uint32_t i = 0; i < bits; ++i) {
    tables.bits.push_back(static_cast<int32_t>(input.below(uint32_t{1} << tables.count)));
    tables.bits.push_back(input.index());
  }
  const size_t symbols = (tables.conditional ? 64 : 0) + (size_t{1} << bits);
  tables.base.assign(length(symbols), input.any<uint8_t>());
  tables.rows = numbers(length(16 * symbols));
  records.planes.resize(plane_words(records.shots) * length(100));
  for (uint64_t &word : records.planes) word = input.any<uint64_t>();
  check_flag_map(tables, records);
  Control control;
  FlagMapOutcomes outcomes;
  decode_flag_map(tables, records, 1 + input.below(2), control, outcomes);
}

/// Lengths are mostly those that fit.
void fuzz_extraction(Input &input) {
  CirculantInputs inputs{};
  inputs.n = input.below(3000);
  inputs.m = 1 + input.below(static_cast<uint32_t>(inputs.n) + 1);
  const auto bytes = [&](uint64_t bits) {
    const uint64_t wrong = !input.is_tame() && input.below(4) == 0 ? input.below(9) : 0;
    std::vector<uint8_t> made((bits + 7) / 8 + wrong);
    for (uint8_t &byte : made) byte = input.any<uint8_t>();
    if (input.is_tame() && bits % 8 != 0) made.back() &= static_cast<uint8_t>((1 << bits % 8) - 1);
    return made;
  };
  inputs.x = bytes(inputs.n == 0 ? 0 : inputs.n - 1);
  inputs.y = bytes(inputs.n);
  check_circulant(inputs);
  Control control;
  std::vector<uint8_t> out;
  extract_circulant(inputs, control, out);
}

}  // namespace

const std::array<Target, 7> kTargets = {{{"frames", fuzz_frames},
                                         {"statevector", fuzz_statevector},
                                         {"pauli-values", fuzz_pauli_values},
                                         {"stabilizer", fuzz_stabilizer},
                                         {"trajectories", fuzz_trajectories},
                                         {"flag-map", fuzz_flag_map},
                                         {"extraction", fuzz_extraction}}};

}  // namespace pentad::fuzz
