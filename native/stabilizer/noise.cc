#include "stabilizer/noise.h"

#include <cmath>
#include <map>
#include <tuple>

namespace pentad {
namespace {

using Code = StabilizerCode;

/// Rates that rounding leaves this far below zero are zero.
constexpr double kRounding = 1e-14;

double total(const StabilizerOp &op) {
  return std::fmin(1, op.p[0] + op.p[1] + op.p[2]);
}

double share(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

}  // namespace

PauliChannel::PauliChannel(const StabilizerOp &op)
    : hit(total(op)),
      is_z(share(op.p[2], op.p[0] + op.p[1] + op.p[2])),
      is_y(share(op.p[1], op.p[0] + op.p[1])) {
  const double probability = total(op);
  never = probability <= 0;
  dense = probability >= kDenseRate;
  if (never || dense) return;
  if (op.code == Code::kPauli2) {
    mean = -std::log1p(-16.0 / 15 * probability);
  } else if (op.code == Code::kMeasure) {
    mean = -std::log1p(-2 * probability) / 2;
  } else {
    // Halves of -log of the eigenvalues of X, Y and Z: each the rate of what anticommutes with it.
    const auto half = [](double flip) { return -std::log1p(-2 * flip) / 2; };
    const double of_x = half(op.p[1] + op.p[2]), of_y = half(op.p[0] + op.p[2]),
                 of_z = half(op.p[0] + op.p[1]);
    const double rx = (of_y + of_z - of_x) / 2, ry = (of_x + of_z - of_y) / 2,
                 rz = (of_x + of_y - of_z) / 2;
    mean = rx + ry + rz;
    dense = std::fmin(rx, std::fmin(ry, rz)) < -kRounding;
    x = static_cast<uint64_t>(std::fmax(0, rx) / mean * 0x1p50);
    xy = x + static_cast<uint64_t>(std::fmax(0, ry) / mean * 0x1p50);
  }
}

PauliChannels::PauliChannels(const StabilizerProgram &program) {
  std::map<std::tuple<int, double, double, double>, uint32_t> seen;
  of_op.reserve(program.ops.size());
  for (const StabilizerOp &op : program.ops) {
    // Gates have no probabilities, so that one entry serves them all.
    const bool is_noisy = op.p[0] + op.p[1] + op.p[2] > 0;
    const int kind = is_noisy ? static_cast<int>(op.code) : 0;
    const auto [at, fresh] =
        seen.try_emplace({kind, op.p[0], op.p[1], op.p[2]}, static_cast<uint32_t>(channels.size()));
    if (fresh) channels.emplace_back(op);
    of_op.push_back(at->second);
  }
}

}  // namespace pentad
