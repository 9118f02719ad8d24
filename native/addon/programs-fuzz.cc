/// Fuzz target for the addon's arguments: buffers become calls as JavaScript could make them,
/// hostile ones too. Whatever `program` and `check_*` let through is run on a few shots, so that
/// the sanitizers judge whether the checks suffice. `native/fuzz.mjs` builds and runs it: with
/// libFuzzer, or with the main function below and seeded random buffers.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <stdexcept>

#include "addon/programs.h"
#include "base/control.h"
#include "base/random.h"
#include "decoding/flag-map.h"
#include "planes/words.h"
#include "stabilizer/sample.h"
#include "stabilizer/transpose.h"

namespace pentad {
namespace {

/// Numbers out of the fuzzer's bytes; zeros when these are used up.
class Input {
 public:
  Input(const uint8_t *data, size_t size) : data_(data), size_(size) {
    is_tame_ = any<uint8_t>() % 4 != 0;
  }

  /// Whether numbers are those of sound programs, so that some get past the checks.
  bool is_tame() const { return is_tame_; }

  template <typename T>
  T any() {
    T value{};
    const size_t bytes = std::min(sizeof value, size_);
    if (bytes > 0) std::memcpy(&value, data_, bytes);
    data_ += bytes;
    size_ -= bytes;
    return value;
  }

  uint32_t below(uint32_t limit) { return any<uint16_t>() % limit; }

  /// 0 to 14 or -1; where it is not tame also anything.
  int32_t index() {
    static constexpr int32_t kExtremes[] = {std::numeric_limits<int32_t>::min(),
                                            std::numeric_limits<int32_t>::max(), -2, 64, 1 << 20};
    const auto kind = any<uint8_t>();
    if (is_tame_ || kind < 248) return kind % 16 == 15 ? -1 : kind % 16;
    return kind < 252 ? any<int32_t>() : kExtremes[kind % 5];
  }

  /// A probability of up to a third; where it is not tame also anything.
  double number() {
    static constexpr double kExtremes[] = {1, 1 + 1e-10, -0.0, 5e-324, -1};
    const auto kind = any<uint8_t>();
    if (kind < 120) return 0;
    if (is_tame_ || kind < 240) return kind % 16 / 45.;
    return kind < 244 ? any<double>() : kExtremes[kind % 5];
  }

  std::vector<int32_t> indices(size_t count) {
    std::vector<int32_t> made(count);
    for (int32_t &each : made) each = index();
    return made;
  }

  std::vector<double> numbers(size_t count) {
    std::vector<double> made(count);
    for (double &each : made) each = number();
    return made;
  }

 private:
  const uint8_t *data_;
  size_t size_;
  bool is_tame_;
};

constexpr uint32_t kMostOps = 40, kMostShots = 300;
/// Of programs that are run; larger ones are only checked.
constexpr int32_t kMostQubits = 8, kMostSlots = 80;

/// Ops whose codes are mostly known ones. In tame programs the other words of an op lie from 0 to
/// below `limits`; where a limit is -n, from -1, which stands for none, to below n.
std::vector<int32_t> ops(Input &input, int32_t codes, std::initializer_list<int32_t> limits) {
  const size_t words = limits.size() + 1;
  std::vector<int32_t> made = input.indices(input.below(input.is_tame() ? 12 : kMostOps) * words);
  for (size_t i = 0; i < made.size(); i += words) {
    if (made[i] < 0 || (made[i] >= codes && made[i] < 16)) made[i] = (made[i] + 16) % codes;
    for (size_t k = 1; input.is_tame() && k < words; ++k) {
      const int32_t limit = limits.begin()[k - 1];
      int32_t &word = made[i + k];
      word = std::abs(word % 15);
      word = limit > 0 ? word % limit : word % (1 - limit) - 1;
    }
  }
  return made;
}

/// Gates that kernels tell apart, and now and then any numbers.
std::vector<double> matrices(Input &input) {
  static constexpr double kRoot = 0.70710678118654752;
  static constexpr double kGates[][kMatrixNumbers] = {{0, 0, 1, 0, 1, 0, 0, 0},
                                                      {1, 0, 0, 0, 0, 0, 0, 1},
                                                      {kRoot, 0, kRoot, 0, kRoot, 0, -kRoot, 0},
                                                      {0.6, 0, -0.8, 0, 0.8, 0, 0.6, 0}};
  std::vector<double> made;
  for (uint32_t i = input.below(6); i > 0; --i) {
    const uint32_t which = input.below(64);
    const auto any = which == 63 ? input.numbers(kMatrixNumbers) : std::vector<double>();
    const double *from = which == 63 ? any.data() : kGates[which % 4];
    made.insert(made.end(), from, from + kMatrixNumbers);
  }
  return made;
}

/// For each condition its number of terms and the terms, or words that are no conditions.
std::vector<int32_t> conditions(Input &input) {
  if (input.below(32) == 0) return input.indices(input.below(12));
  std::vector<int32_t> made;
  for (uint32_t i = input.below(5); i > 0; --i) {
    const uint32_t terms = 1 + input.below(3);
    made.push_back(static_cast<int32_t>(terms));
    for (const int32_t term : input.indices(terms)) made.push_back(std::max(term, 0));
  }
  return made;
}

int32_t count_of(const std::vector<int32_t> &conditions) {
  int32_t found = 0;
  for (size_t i = 0; i < conditions.size(); ++found) {
    if (conditions[i] < 0) break;
    i += static_cast<size_t>(conditions[i]) + 1;
  }
  return found;
}

Precision precision(Input &input) {
  return input.below(2) == 0 ? Precision::kSingle : Precision::kDouble;
}

bool is_small(int32_t qubits, int32_t slots) {
  return qubits <= kMostQubits && slots <= kMostSlots;
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
  call.shots = 1 + input.below(kMostShots);
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
  call.request.shots = 1 + input.below(kMostShots);
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
  call.shots = 1 + input.below(kMostShots);
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
  call.request = {1 + input.below(kMostShots), input.any<uint64_t>(), input.below(1 << 15),
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
  records.shots = 1 + input.below(kMostShots);
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

struct Target {
  const char *name;
  void (*fuzz)(Input &);
  uint64_t accepted, refused;
};

Target targets[] = {{"frames", fuzz_frames, 0, 0},
                    {"statevector", fuzz_statevector, 0, 0},
                    {"stabilizer", fuzz_stabilizer, 0, 0},
                    {"trajectories", fuzz_trajectories, 0, 0},
                    {"flag-map", fuzz_flag_map, 0, 0}};

/// Refusals are what the checks are for: std::invalid_argument for a wrong program,
/// std::length_error for too many outcomes, std::runtime_error for matrices that are not unitary.
void fuzz_one(Target &target, Input &input) {
  try {
    target.fuzz(input);
    ++target.accepted;
  } catch (const std::logic_error &) {
    ++target.refused;
  } catch (const std::runtime_error &) {
    ++target.refused;
  }
}

}  // namespace
}  // namespace pentad

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pentad::Input input(data, size);
  const uint32_t which = input.below(std::size(pentad::targets));
  pentad::fuzz_one(pentad::targets[which], input);
  return 0;
}

#ifndef PENTAD_LIBFUZZER

extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace {

uint64_t seed = 1, number = 0;

void tell_input() {
  std::fprintf(stderr,
               "Found with seed %llu in buffer %llu; to repeat: node native/fuzz.mjs 0 %llu %llu\n",
               static_cast<unsigned long long>(seed), static_cast<unsigned long long>(number),
               static_cast<unsigned long long>(seed), static_cast<unsigned long long>(number));
}

/// Buffer `number` of a seed; it does not depend on those before.
void fuzz_buffer() {
  pentad::Rng rng(seed, number);
  std::vector<uint8_t> buffer(rng.next() % 4096);
  for (uint8_t &byte : buffer) byte = static_cast<uint8_t>(rng.next() >> 32);
  LLVMFuzzerTestOneInput(buffer.data(), buffer.size());
}

}  // namespace

/// programs_fuzz SECONDS SEED [NUMBER]: so long from buffer 0 on, or one buffer alone.
int main(int count, char **arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 10;
  seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  __sanitizer_set_death_callback(tell_input);
  if (count > 3) {
    number = std::strtoull(arguments[3], nullptr, 10);
    fuzz_buffer();
    return 0;
  }
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  for (; std::chrono::duration<double>(Clock::now() - start).count() < seconds; ++number) {
    fuzz_buffer();
  }
  for (const auto &[name, fuzz, accepted, refused] : pentad::targets) {
    std::printf("%s: %llu programs run, %llu refused\n", name,
                static_cast<unsigned long long>(accepted),
                static_cast<unsigned long long>(refused));
  }
  return 0;
}

#endif
