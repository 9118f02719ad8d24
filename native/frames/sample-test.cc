#include "frames/sample.h"

#include <bit>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/test.h"

namespace pentad {
namespace {

FrameOp op(FrameCode code, int32_t a, int32_t b = 0, int32_t c = 0, double p0 = 0, double p1 = 0,
           double p2 = 0) {
  return {code, a, b, c, {p0, p1, p2}};
}

std::vector<uint64_t> sample(const FrameProgram &program, uint64_t shots, uint64_t seed = 1,
                             unsigned threads = 1, const std::vector<uint64_t> &inputs = {}) {
  check_frames(program);
  Control control;
  std::vector<uint64_t> planes(plane_words(shots) * program.bits, 0x5555555555555555u);
  sample_frames(program, shots, seed, inputs, threads, control, planes.data());
  return planes;
}

/// Loads x and z of two qubits from four planes, applies `middle`, and peeks at all four rows.
std::vector<uint64_t> propagate(const std::vector<FrameOp> &middle,
                                const std::vector<uint64_t> &inputs, uint64_t shots) {
  FrameProgram program{2, 4, 0, 4, {}};
  for (int32_t i = 0; i < 4; ++i) program.ops.push_back(op(FrameCode::kLoad, i / 2, i, i % 2));
  program.ops.insert(program.ops.end(), middle.begin(), middle.end());
  for (int32_t i = 0; i < 4; ++i) program.ops.push_back(op(FrameCode::kPeek, i / 2, i, i % 2));
  return sample(program, shots, 1, 1, inputs);
}

bool refused(const FrameProgram &program) {
  try {
    check_frames(program);
  } catch (const std::invalid_argument &) {
    return true;
  }
  return false;
}

uint64_t ones(const std::vector<uint64_t> &planes) {
  uint64_t total = 0;
  for (uint64_t word : planes) total += static_cast<uint64_t>(std::popcount(word));
  return total;
}

void frames_propagate() {
  // All 16 Paulis on two qubits, one per shot: rows x0, z0, x1, z1.
  const std::vector<uint64_t> all{0xaaaa, 0xcccc, 0xf0f0, 0xff00};
  const auto after = [&](std::vector<FrameOp> middle) { return propagate(middle, all, 16); };
  using Rows = std::vector<uint64_t>;
  check("a load and a peek change nothing", after({}) == all);
  check("h swaps x and z", after({op(FrameCode::kH, 0)}) == Rows{0xcccc, 0xaaaa, 0xf0f0, 0xff00});
  check("s turns x into y",
        after({op(FrameCode::kS, 1)}) == Rows{0xaaaa, 0xcccc, 0xf0f0, 0xff00 ^ 0xf0f0});
  check(
      "cz copies x of each qubit to z of the other",
      after({op(FrameCode::kCz, 0, 1)}) == Rows{0xaaaa, 0xcccc ^ 0xf0f0, 0xf0f0, 0xff00 ^ 0xaaaa});
  check("a definite Pauli flips its rows in every shot",
        after({op(FrameCode::kPauli, 0, 3)}) == Rows{0x5555, 0x3333, 0xf0f0, 0xff00});
  check("cz twice is nothing", after({op(FrameCode::kCz, 0, 1), op(FrameCode::kCz, 1, 0)}) == all);
}

void frames_measure() {
  const FrameProgram repeat{1,
                            2,
                            0,
                            0,
                            {op(FrameCode::kReset, 0, 0, 0, 0.5), op(FrameCode::kMeasure, 0, 0),
                             op(FrameCode::kMeasure, 0, 1)}};
  const auto planes = sample(repeat, 640, 3);
  check("two measurements in a row agree",
        std::vector<uint64_t>(planes.begin(), planes.begin() + 10) ==
            std::vector<uint64_t>(planes.begin() + 10, planes.end()));
  const FrameProgram wrong{1,
                           2,
                           0,
                           0,
                           {op(FrameCode::kReset, 0), op(FrameCode::kMeasure, 0, 0, 0, 1),
                            op(FrameCode::kPeek, 0, 1, 0)}};
  check("a readout flip leaves the frame alone",
        sample(wrong, 64) == std::vector<uint64_t>{~uint64_t{0}, 0});
  FrameProgram random{
      1, 1, 0, 0, {op(FrameCode::kReset, 0), op(FrameCode::kH, 0), op(FrameCode::kMeasure, 0, 0)}};
  const uint64_t count = ones(sample(random, 1 << 20, 9));
  check("a measurement in the other basis is fair to six sigma",
        std::abs(static_cast<double>(count) - (1 << 19)) < 6 * 512);
}

void frames_mask() {
  using Code = FrameCode;
  const std::vector<uint64_t> input{0b0110};
  FrameProgram program{
      2,
      3,
      2,
      1,
      {op(Code::kLoad, 0, 0, 0), op(Code::kPeek, 0, 0, 0), op(Code::kXor, 0, 0, 0),
       op(Code::kMask, 0), op(Code::kPauli, 1, 1), op(Code::kMeasure, 1, 1), op(Code::kSet, 1, 1),
       op(Code::kMask, -1), op(Code::kAndNot, 1, 0, 1), op(Code::kMask, 1), op(Code::kPauli, 1, 1),
       op(Code::kMask, -1), op(Code::kPeek, 1, 2, 0)}};
  check("a mask limits gates and measurements, registers are set for every shot",
        sample(program, 8, 1, 1, input) == std::vector<uint64_t>{0b0110, 0b0110, 0xff});
  FrameProgram live{
      1,
      1,
      1,
      0,
      {op(Code::kMask, 0), op(Code::kPauli, 0, 1), op(Code::kSet, 0, 1), op(Code::kPauli, 0, 2),
       op(Code::kH, 0), op(Code::kMask, -1), op(Code::kPeek, 0, 0, 0)}};
  check("an empty mask skips, and a register that changes under the mask acts at once",
        sample(live, 64) == std::vector<uint64_t>{~uint64_t{0}});
}

FrameProgram noisy() {
  using Code = FrameCode;
  FrameProgram program{3, 12, 1, 0, {}};
  for (int32_t q = 0; q < 3; ++q) program.ops.push_back(op(Code::kReset, q, 0, 0, 0.01));
  for (int32_t round = 0; round < 4; ++round) {
    program.ops.push_back(op(Code::kPauli1, 0, 0, 0, 0.001, 0.002, 0.003));
    program.ops.push_back(op(Code::kPauli1, 1, 0, 0, 0.1, 0.2, 0.3));
    program.ops.push_back(op(Code::kCz, 0, 1));
    program.ops.push_back(op(Code::kPauli2, 0, 1, 0, 0.005));
    program.ops.push_back(op(Code::kPauli2, 1, 2, 0, 0.4));
    for (int32_t q = 0; q < 3; ++q) {
      program.ops.push_back(op(Code::kMeasure, q, round * 3 + q, 0, 0.02 * q));
    }
  }
  return program;
}

void frames_determinism() {
  const auto one = sample(noisy(), 50'000, 7, 1);
  check("the same seed gives the same bits", one == sample(noisy(), 50'000, 7, 1));
  check("another seed gives other bits", one != sample(noisy(), 50'000, 8, 1));
  bool same = true;
  for (unsigned threads : {2u, 3u, 8u}) same &= one == sample(noisy(), 50'000, 7, threads);
  check("the number of threads changes nothing", same);
  bool padded = true;
  for (uint64_t shots : {1, 63, 64, 65, 4095, 4096, 4097, 4161}) {
    FrameProgram program = noisy();
    const uint64_t words = plane_words(shots);
    const auto planes = sample(program, shots, 5);
    const uint64_t past = shots % 64 ? ~uint64_t{0} << (shots % 64) : 0;
    for (uint64_t b = 0; b < 12; ++b) padded &= (planes[(b + 1) * words - 1] & past) == 0;
  }
  check("bits past the shots are zero", padded);
}

void frames_rates() {
  using Code = FrameCode;
  for (double p : {0.003, 0.25}) {
    FrameProgram program{
        2,
        4,
        0,
        0,
        {op(Code::kPauli2, 0, 1, 0, p), op(Code::kPeek, 0, 0, 0), op(Code::kPeek, 0, 1, 1),
         op(Code::kPeek, 1, 2, 0), op(Code::kPeek, 1, 3, 1)}};
    const uint64_t shots = 1 << 20;
    const auto planes = sample(program, shots, 21);
    const double mean = static_cast<double>(shots) * p * 8 / 15;
    bool near = true;
    for (size_t b = 0; b < 4; ++b) {
      const uint64_t words = plane_words(shots);
      const std::vector<uint64_t> plane(
          planes.begin() + static_cast<std::ptrdiff_t>(b * words),
          planes.begin() + static_cast<std::ptrdiff_t>((b + 1) * words));
      near &= std::abs(static_cast<double>(ones(plane)) - mean) < 6 * std::sqrt(mean);
    }
    check("pauli2 flips each row in 8/15 of its hits", near);
  }
}

void frames_refuse() {
  using Code = FrameCode;
  const auto with = [](FrameOp one) { return FrameProgram{2, 2, 2, 2, {one}}; };
  const FrameOp wrong[] = {
      op(Code::kH, 2),
      op(Code::kH, -1),
      op(Code::kCz, 1, 1),
      op(Code::kMeasure, 0, 2),
      op(Code::kLoad, 0, 2),
      op(Code::kMask, 2),
      op(Code::kMask, -2),
      op(Code::kXor, 0, 2, 1),
      op(Code::kSet, 0, 2),
      op(Code::kReset, 0, 0, 0, std::nan("")),
      op(Code::kReset, 0, 0, 0, -0.1),
      op(Code::kPauli1, 0, 0, 0, 0.5, 0.4, 0.2),
      op(static_cast<Code>(99), 0),
      op(static_cast<Code>(-1), 0),
  };
  bool all = true;
  for (const FrameOp &one : wrong) all &= refused(with(one));
  check("ops out of range are refused", all);
}

void frames_cancel() {
  FrameProgram program{1, 1, 0, 0, {}};
  for (int i = 0; i < 20'000; ++i) {
    program.ops.push_back(op(FrameCode::kReset, 0, 0, 0, 0.3));
    program.ops.push_back(op(FrameCode::kMeasure, 0, 0));
  }
  Control control;
  std::vector<uint64_t> planes(plane_words(uint64_t{1} << 26));
  std::thread stopper([&] { control.cancel = true; });
  const bool finished = sample_frames(program, uint64_t{1} << 26, 1, {}, 2, control, planes.data());
  stopper.join();
  check("a cancelled run says so and stops early", !finished && control.progress() < 0.5);
}

}  // namespace

void test_frames() {
  frames_propagate();
  frames_measure();
  frames_mask();
  frames_determinism();
  frames_rates();
  frames_refuse();
  frames_cancel();
}

}  // namespace pentad
