#pragma once
#include <complex>
#include <vector>

#include "sweeps/plan.h"

namespace pentad {

/// A matrix is divided by its first entry unless that is smaller than this, which would make the
/// other entries large.
inline constexpr double kMinFirst = 0.25;

/// A condition on an index, split by where its qubits lie: outside the tile, in its index above the
/// lanes, or among the lanes.
struct IndexCondition {
  uint64_t outside_mask = 0, outside_value = 0;
  uint32_t mask = 0, value = 0, lane_mask = 0, lane_value = 0;
};

/// A position of a pair, and the matrix that is applied there; null: none.
struct Side {
  int position;
  const Matrix *matrix;
};

/// Appends sweeps to a group: coefficients, lane tables, forms, and what forms leave out to the
/// group's scale.
template <typename T>
class SweepWriter {
 public:
  SweepWriter(int lane_bits, TileSweeps<T> &group) : lane_bits_(lane_bits), group_(group) {}

  /// Matrices on two positions above the lanes, then what the kind says.
  void pair(SweepKind kind, const Side &a, const Side &b, std::complex<double> tail);
  void flip(const IndexCondition &where, int position);
  void target(const IndexCondition &where, int position, const Matrix &matrix);
  void lane(const IndexCondition &where, int position, const Matrix &matrix);
  void multiply(const IndexCondition &where, std::complex<double> factor);
  void scalar(const IndexCondition &where, std::complex<double> factor);
  void scale(std::complex<double> factor) { group_.scale *= factor; }

 private:
  Form write_form(const Matrix &matrix, T *to);
  void rescale();
  Sweep<T> blank(SweepKind kind, const IndexCondition &where) const;
  void write_lanes(Sweep<T> &sweep, const std::vector<std::vector<double>> &rows);

  int lane_bits_;
  TileSweeps<T> &group_;
};

}  // namespace pentad
