#include "stabilizer/sample.h"

#include <stdexcept>
#include <vector>

#include "base/test.h"
#include "clifford/tableau.h"
#include "planes/words.h"
#include "stabilizer/outcome-table.h"
#include "stabilizer/transpose.h"

namespace pentad {
namespace {

using Code = StabilizerCode;

StabilizerOp op(Code code, int32_t a, int32_t b = 0, int32_t condition = -1, double p0 = 0,
                double p1 = 0, double p2 = 0) {
  return {code, a, b, condition, {p0, p1, p2}};
}

struct Sampled {
  std::vector<uint64_t> planes;
  StabilizerPath path;
  bool finished;
};

Sampled sample(const StabilizerProgram &program, uint64_t shots, unsigned threads = 1) {
  check_stabilizer(program);
  Control control;
  Sampled sampled{std::vector<uint64_t>(plane_words(shots) * program.clbits), {}, false};
  sampled.finished =
      sample_stabilizer(program, shots, 1, threads, control, sampled.planes, sampled.path);
  return sampled;
}

StabilizerProgram pseudo_random(uint32_t qubits, size_t gates, bool noisy, bool chosen) {
  StabilizerProgram program{qubits, qubits, {}, {}};
  uint64_t state = 12345;
  const auto pick = [&](uint64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int32_t>((state >> 33) % n);
  };
  for (size_t i = 0; i < gates; ++i) {
    const int32_t a = pick(qubits);
    const int32_t b =
        static_cast<int32_t>((static_cast<uint32_t>(a) + 1 + pick(qubits - 1)) % qubits);
    program.ops.push_back(op(static_cast<Code>(pick(9)), a, b));
    if (noisy) program.ops.push_back(op(Code::kPauli2, a, b, -1, 0.01));
    if (noisy) program.ops.push_back(op(Code::kPauli1, a, 0, -1, 0.1, 0.1, 0.1));
    const auto at = static_cast<int32_t>(program.conditions.size());
    program.conditions.insert(program.conditions.end(), {1, pick(2 * qubits)});
    program.ops.push_back(op(chosen ? Code::kH : Code::kX, a, 0, at));
  }
  for (uint32_t q = 0; q < qubits; ++q) {
    program.ops.push_back(op(Code::kMeasure, static_cast<int32_t>(q), static_cast<int32_t>(q)));
  }
  return program;
}

void test_paths() {
  const StabilizerPath expected[] = {StabilizerPath::kAffine, StabilizerPath::kFrames,
                                     StabilizerPath::kGroups};
  const char *sentences[] = {"affine: threads change nothing", "frames: threads change nothing",
                             "groups: threads change nothing"};
  for (int i = 0; i < 3; ++i) {
    const auto program = pseudo_random(70, 300, i == 1, i == 2);
    const uint64_t shots = i == 2 ? 700 : 40'001;
    const Sampled one = sample(program, shots), three = sample(program, shots, 3);
    check(sentences[i], one.finished && one.path == expected[i] && one.planes == three.planes);
    Control control;
    Counts counts;
    StabilizerPath path;
    count_stabilizer(program, shots, 1, 2, 1 << 30, control, counts, path);
    uint64_t total = 0;
    for (uint64_t count : counts.counts) total += count;
    check("counts add up to the shots", total == shots && control.progress() == 1);
  }
}

void test_tableau() {
  Tableau tableau(130);
  for (size_t q = 0; q < 130; ++q) tableau.h(q);
  for (size_t q = 0; q + 1 < 130; ++q) tableau.cz(q, q + 1);
  bool repeats = true;
  for (size_t q = 0; q < 130; ++q) {
    const bool wanted = q % 3 == 1;
    if (!tableau.is_random(q)) repeats = false;
    tableau.collapse(q, wanted);
    repeats = repeats && !tableau.is_random(q) && tableau.outcome(q) == wanted;
  }
  check("a measured qubit gives its outcome again", repeats);
  Tableau turns(1);
  for (int i = 0; i < 4; ++i) turns.s(0);
  turns.h(0);
  turns.s(0);
  turns.s(0);
  turns.h(0);
  check("HZH is X", !turns.is_random(0) && turns.outcome(0));
}

void test_transpose() {
  uint64_t rows[64] = {};
  for (int i = 0; i < 64; ++i) rows[i] = i < 40 ? 0x9e3779b97f4a7c15u * (i + 1) : 0;
  uint64_t turned[64];
  for (int i = 0; i < 64; ++i) turned[i] = rows[i];
  transpose64(turned);
  bool right = true;
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) right = right && (rows[i] >> j & 1) == (turned[j] >> i & 1);
  }
  check("a square of bits is turned over its diagonal", right);
}

bool refused(const StabilizerProgram &program) {
  try {
    check_stabilizer(program);
  } catch (const std::invalid_argument &) {
    return true;
  }
  return false;
}

void test_limits() {
  check("a qubit out of range is refused", refused({2, 1, {op(Code::kH, 2)}, {}}));
  check("a gate on one qubit twice is refused", refused({2, 1, {op(Code::kCx, 1, 1)}, {}}));
  check("a bit out of range is refused", refused({2, 1, {op(Code::kMeasure, 0, 1)}, {}}));
  check("a condition out of range is refused", refused({2, 1, {op(Code::kX, 0, 0, 0)}, {1, 2}}));
  check("a condition of no literals is refused", refused({2, 1, {op(Code::kX, 0, 0, 0)}, {0, 1}}));
  check("a condition that goes on too long is refused",
        refused({2, 1, {op(Code::kX, 0, 0, 0)}, {3, 1}}));
  check("an unknown stabilizer code is refused", refused({2, 1, {op(Code::kCount, 0)}, {}}));
  check("an impossible rate is refused",
        refused({2, 1, {op(Code::kPauli1, 0, 0, -1, 0.6, 0.6)}, {}}));
  const auto program = pseudo_random(70, 10, false, false);
  Control control;
  Counts counts;
  StabilizerPath path;
  bool thrown = false;
  try {
    count_stabilizer(program, 100'000, 1, 2, 64, control, counts, path);
  } catch (const std::length_error &) {
    thrown = true;
  }
  check("too many distinct outcomes are refused", thrown);
}

}  // namespace

void test_stabilizer() {
  test_tableau();
  test_transpose();
  test_paths();
  test_limits();
}

}  // namespace pentad
