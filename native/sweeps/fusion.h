#pragma once
#include <array>
#include <vector>

#include "sweeps/plan.h"
#include "sweeps/writer.h"

namespace pentad {

/// Turns steps on a tile's qubits into sweeps.
///
/// Matrices on one qubit wait and multiply together until something on the qubit does not commute
/// with them; a controlled x or phase takes those of its two qubits along in one sweep, and those
/// left at the end go two to a sweep. What a form leaves out (see Form) goes to the group's scale.
template <typename T>
class GateFusion {
 public:
  GateFusion(uint64_t qubits, int lane_bits, TileSweeps<T> &group);
  void add(const Step &step);
  void finish();

 private:
  struct Pending {
    bool any = false;
    Matrix matrix{};
  };
  IndexCondition locate(uint64_t mask, uint64_t value) const;
  bool is_high(int position) const { return position >= lane_bits_; }
  void merge(int position, const Matrix &matrix);
  void phase(const Step &step);
  void controlled(const Step &step);
  bool add_pair(SweepKind kind, int a, int b, std::complex<double> tail);
  void flush(uint32_t positions);
  void flush_changing(uint32_t positions);
  void flush_one(int position);
  void push_pair(SweepKind kind, int a, int b, std::complex<double> tail);

  std::array<int8_t, 64> position_of_;
  int lane_bits_, bits_;
  SweepWriter<T> writer_;
  std::array<Pending, 32> pending_;
};

}  // namespace pentad
