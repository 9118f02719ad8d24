#include "trajectories/block.h"

#include <algorithm>

#include "sweeps/fusion.h"
#include "sweeps/plan.h"

namespace pentad {
namespace {

const Matrix kDecay{0., 1., 0., 0.};

/// The fault at the location; 0 for none.
uint32_t fault_at(const Faults &faults, int32_t location) {
  for (const uint64_t each : faults) {
    if (each / 16 == static_cast<uint64_t>(location)) return static_cast<uint32_t>(each % 16);
  }
  return 0;
}

Matrix factor(const Element &element, const Faults &faults) {
  if (element.location == -1) return element.without_faults;
  const uint32_t what = fault_at(faults, element.location);
  if (what == 0) return element.without_faults;
  return element.jumps ? kDecay : kPaulis[what];
}

Matrix frame_matrix(const PauliFrame &frame, int32_t qubit) {
  const bool x = (frame.x >> qubit & 1) != 0, z = (frame.z >> qubit & 1) != 0;
  return kPaulis[x ? (z ? 2 : 1) : (z ? 3 : 0)];
}

/// The product of the elements up to `stop`, a location, or of all where it is not among them.
Matrix matrix_of(const GateRun &run, const PauliFrame &frame, const Faults &faults, int64_t stop) {
  if (run.qubit < 0) return kIdentity;
  Matrix matrix = frame_matrix(frame, run.qubit);
  for (const Element &element : run.elements) {
    if (element.location >= 0 && element.location == stop) break;
    matrix = product(factor(element, faults), matrix);
  }
  return matrix;
}

bool holds(const GateRun &run, uint32_t location) {
  return std::any_of(run.elements.begin(), run.elements.end(), [&](const Element &element) {
    return element.location == static_cast<int32_t>(location);
  });
}

/// <j| (second x first) density (second x first)^+ |j>.
double population(const RunMatrices &runs, const PairDensity &density, size_t j) {
  std::complex<double> row[4];
  for (size_t k = 0; k < 4; ++k) {
    row[k] = runs.matrices[0][2 * (j & 1) + (k & 1)] * runs.matrices[1][2 * (j >> 1) + (k >> 1)];
  }
  std::complex<double> sum = 0;
  for (size_t k = 0; k < 4; ++k) {
    for (size_t l = 0; l < 4; ++l) sum += row[k] * density[4 * k + l] * std::conj(row[l]);
  }
  return std::max(0., sum.real());
}

}  // namespace

RunMatrices run_matrices(const Block &block, const PauliFrame &frame, const Faults &faults) {
  return {
      {matrix_of(block.runs[0], frame, faults, -1), matrix_of(block.runs[1], frame, faults, -1)}};
}

double jump_share(const Block &block, const PauliFrame &frame, const Faults &faults,
                  uint32_t location, const PairDensity &density) {
  RunMatrices before;
  const size_t at = holds(block.runs[0], location) ? 0 : 1;
  for (size_t r = 0; r <= at; ++r) {
    before.matrices[r] = matrix_of(block.runs[r], frame, faults, location);
  }
  double one = 0, all = 0;
  for (size_t j = 0; j < 4; ++j) {
    const double share = population(before, density, j);
    all += share;
    if ((j >> at & 1) != 0) one += share;
  }
  return all > 0 ? one / all : 0;
}

double weight_after(const RunMatrices &runs, const PairDensity &density) {
  double all = 0;
  for (size_t j = 0; j < 4; ++j) all += population(runs, density, j);
  return all;
}

template <typename T>
TileSweeps<T> sweeps_of(const Block &block, const RunMatrices &runs,
                        const std::vector<Matrix> &matrices, int bits, int lane_bits) {
  std::vector<Step> steps;
  for (size_t r = 0; r < 2; ++r) {
    const int32_t qubit = block.runs[r].qubit;
    if (qubit >= 0) add_steps(runs.matrices[r], qubit, 0, 0, steps);
  }
  if (block.kind == BlockKind::kGate) {
    const uint64_t controls = (uint64_t{1} << block.b) | (block.c < 0 ? 0 : uint64_t{1} << block.c);
    add_steps(matrices[static_cast<size_t>(block.index)], block.a, controls, controls, steps);
  }
  TileSweeps<T> group;
  GateFusion<T> fusion((uint64_t{1} << bits) - 1, lane_bits, group);
  for (const Step &step : steps) fusion.add(step);
  fusion.finish();
  return group;
}

template TileSweeps<float> sweeps_of<float>(const Block &, const RunMatrices &,
                                            const std::vector<Matrix> &, int, int);
template TileSweeps<double> sweeps_of<double>(const Block &, const RunMatrices &,
                                              const std::vector<Matrix> &, int, int);

}  // namespace pentad
