#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "frames.h"
#include "random.h"

namespace pentad {

/// Below this probability hits are so rare that walking from one to the next beats drawing lanes.
inline constexpr double kSparse = 0.02;

/// One fault probability of a program. `x` and `xy` are the shares of px and px + py in a
/// one-qubit channel's total; the other kinds of noise leave them alone.
struct Rate {
  double probability;
  double x, xy;
  double per_log;  // 1 / log(1 - probability), for sparse rates
  Bernoulli hit, is_z, is_y;

  Rate(double px, double py, double pz)
      : probability(px + py + pz > 1 ? 1 : px + py + pz),
        x(probability > 0 ? px / probability : 0),
        xy(probability > 0 ? (px + py) / probability : 0),
        per_log(probability > 0 && probability < 1 ? 1 / std::log1p(-probability) : 0),
        hit(probability),
        is_z(1 - xy),
        is_y(px + py > 0 ? py / (px + py) : 0) {}

  bool never() const { return probability <= 0; }
  bool sparse() const { return probability < kSparse; }

  /// Misses before the next hit of a sparse rate.
  uint64_t gap(Rng &rng) const {
    const double positive = 1 - rng.uniform();  // (0, 1]
    const double misses = std::log(positive) * per_log;
    return misses < 0x1p62 ? static_cast<uint64_t>(misses) : uint64_t{1} << 62;
  }
};

/// The distinct rates of a program, and which of them each op uses.
struct Rates {
  std::vector<Rate> rates;
  std::vector<uint32_t> of_op;
};

Rates collect_rates(const FrameProgram &program);

}  // namespace pentad
