#pragma once
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "clifford/program.h"

namespace pentad {

/// Strikes denser than this a lane are drawn lane by lane.
inline constexpr double kDense = 0.02;

/// Pauli noise as strikes that fall on lanes (shots) independently, with replacement.
///
/// Where strikes of Pauli P come at rate r_P a lane, a lane suffers their product; its distribution
/// is a Pauli channel, and every rate follows from the channel's eigenvalues: a flip of
/// probability p needs r = -log(1 - 2 p) / 2. Counting strikes (Poisson) and placing each costs a
/// few ns a strike, where gaps cost a logarithm each. Channels that would need a negative rate,
/// or probabilities from kDense on, are `dense`: drawn 64 lanes at a time.
struct Strikes {
  explicit Strikes(const StabilizerOp &op);

  bool never = true, dense = false;
  /// Strikes a lane; of two-qubit noise a sixteenth of them does nothing.
  double mean = 0;
  /// One-qubit noise: a strike is X below x, Y below xy, else Z; in 2^-50.
  uint64_t x = 0, xy = 0;
  /// Dense: whether a lane is hit, whether a hit is Z alone, and whether another is Y.
  Bernoulli hit, is_z, is_y;
};

/// The distinct strikes of a program, and which of them each op uses.
struct StrikesOf {
  explicit StrikesOf(const StabilizerProgram &program);
  const Strikes &of(size_t op) const { return strikes[of_op[op]]; }

  std::vector<Strikes> strikes;
  std::vector<uint32_t> of_op;
};

}  // namespace pentad
