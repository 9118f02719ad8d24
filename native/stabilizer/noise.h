#pragma once
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "clifford/program.h"

namespace pentad {

/// Channels more likely than this are drawn lane by lane.
inline constexpr double kDenseRate = 0.02;

/// A Pauli channel as Pauli errors that fall on lanes (shots) independently, with replacement.
///
/// Where errors P come at rate r_P a lane, a lane gets their product; its distribution is a Pauli
/// channel, and every rate follows from the channel's eigenvalues: a flip of probability p needs
/// r = -log(1 - 2 p) / 2. Counting the errors (Poisson) and placing each costs a few ns an error,
/// where gaps cost a logarithm each. Channels that would need a negative rate, or probabilities
/// from kDenseRate on, are `dense`: drawn 64 lanes at a time.
struct PauliChannel {
  explicit PauliChannel(const StabilizerOp &op);

  bool never = true, dense = false;
  /// Errors a lane; of two-qubit noise a sixteenth of them does nothing.
  double mean = 0;
  /// One-qubit noise: an error is X below x, Y below xy, else Z; in 2^-50.
  uint64_t x = 0, xy = 0;
  /// Dense: whether a lane is hit, whether a hit is Z alone, and whether another is Y.
  Bernoulli hit, is_z, is_y;
};

/// The distinct channels of a program, and which of them each op uses.
struct PauliChannels {
  explicit PauliChannels(const StabilizerProgram &program);
  const PauliChannel &of(size_t op) const { return channels[of_op[op]]; }

  std::vector<PauliChannel> channels;
  std::vector<uint32_t> of_op;
};

}  // namespace pentad
