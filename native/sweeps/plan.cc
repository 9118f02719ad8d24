#include "sweeps/plan.h"

#include <algorithm>
#include <bit>

#include "sweeps/fusion.h"

namespace pentad {
namespace {

constexpr uint64_t low_bits(int count) {
  return (uint64_t{1} << count) - 1;
}

/// Which steps still run in order when some of them are left out.
class Order {
 public:
  explicit Order(uint64_t qubits) : qubits_(qubits) {}

  /// Whether the step may run now; otherwise its qubits are blocked for those after it.
  bool admit(const Step &step) {
    const uint64_t changes = step.target < 0 ? 0 : uint64_t{1} << step.target;
    const bool free = (changes & ~qubits_) == 0 && (changes & (changed_ | read_)) == 0 &&
                      (step.mask & changed_) == 0;
    if (!free) {
      changed_ |= changes;
      read_ |= step.mask;
    }
    return free;
  }

  /// Whether no further step can be admitted.
  bool closed(uint64_t all) const { return (changed_ & all) == all; }

 private:
  uint64_t qubits_, changed_ = 0, read_ = 0;
};

class Chooser {
 public:
  Chooser(const std::vector<Step> &steps, const std::vector<uint32_t> &from, uint64_t all)
      : steps_(steps), from_(from), all_(all) {}

  /// Leaves out qubits one by one, each time the one that stops fewest steps. Adding them one by
  /// one would not see that a qubit pays only together with another one.
  uint64_t choose(uint64_t always, int most) const {
    uint64_t qubits = all_;
    while (std::popcount(qubits) > most) {
      uint64_t worst = 0;
      size_t best_count = 0;
      // From the top, so that ties leave the low qubits, which lie together in memory.
      for (uint64_t rest = qubits & ~always; rest != 0;) {
        const uint64_t bit = std::bit_floor(rest);
        rest ^= bit;
        const size_t count = runnable(qubits & ~bit);
        if (worst != 0 && count <= best_count) continue;
        worst = bit;
        best_count = count;
      }
      qubits &= ~worst;
    }
    return qubits;
  }

  size_t runnable(uint64_t qubits) const {
    Order order(qubits);
    size_t count = 0;
    for (uint32_t i : from_) {
      if (order.admit(steps_[i])) {
        ++count;
      } else if (order.closed(all_)) {
        break;
      }
    }
    return count;
  }

 private:
  const std::vector<Step> &steps_;
  const std::vector<uint32_t> &from_;
  uint64_t all_;
};

/// Moves the steps that run on `qubits` out of `from`, in order.
std::vector<uint32_t> take(const std::vector<Step> &steps, std::vector<uint32_t> &from,
                           uint64_t qubits) {
  Order order(qubits);
  std::vector<uint32_t> taken, left;
  for (uint32_t i : from) (order.admit(steps[i]) ? taken : left).push_back(i);
  from = std::move(left);
  return taken;
}

/// Where the qubits of `inner` lie among those of `outer`.
IndexBits positions_of(uint64_t inner, uint64_t outer) {
  IndexBits positions;
  positions.qubits = inner;
  std::vector<int> taken;
  int at = 0;
  for (uint64_t rest = outer; rest != 0; rest &= rest - 1, ++at) {
    (inner & rest & -rest ? taken : positions.rest).push_back(at);
  }
  while (static_cast<size_t>(positions.run_bits) < taken.size() &&
         taken[static_cast<size_t>(positions.run_bits)] == positions.run_bits) {
    ++positions.run_bits;
  }
  taken.erase(taken.begin(), taken.begin() + positions.run_bits);
  positions.offsets.resize(size_t{1} << taken.size());
  for (size_t i = 0; i < positions.offsets.size(); ++i)
    positions.offsets[i] = deposit_bits(i, taken);
  return positions;
}

}  // namespace

uint64_t deposit_bits(uint64_t index, const std::vector<int> &positions) {
  uint64_t result = 0;
  for (size_t i = 0; i < positions.size(); ++i) result |= (index >> i & 1) << positions[i];
  return result;
}

void add_steps(const Matrix &m, int target, uint64_t mask, uint64_t value,
               std::vector<Step> &steps) {
  if (m[1] != 0. || m[2] != 0.) {
    steps.push_back({target, mask, value, m});
    return;
  }
  const uint64_t bit = uint64_t{1} << target;
  if (m[0] != 1.) steps.push_back({-1, mask | bit, value, {m[0]}});
  if (m[3] != 1.) steps.push_back({-1, mask | bit, value | bit, {m[3]}});
}

template <typename T>
Planner<T>::Planner(const std::vector<Step> &steps, const Shape &shape, int lane_bits)
    : steps_(steps), shape_(shape), lane_bits_(lane_bits) {}

template <typename T>
TileSweeps<T> Planner<T>::next_group(std::vector<uint32_t> &of, uint64_t qubits) const {
  uint64_t chosen = qubits;
  if (std::popcount(qubits) > shape_.tile_bits) {
    chosen = Chooser(steps_, of, qubits).choose(low_bits(lane_bits_), shape_.tile_bits);
  }
  TileSweeps<T> group;
  group.positions = positions_of(chosen, qubits);
  for (uint64_t rest = qubits & ~chosen; rest != 0; rest &= rest - 1) {
    group.rest_qubits.push_back(std::countr_zero(rest));
  }
  GateFusion<T> fusion(chosen, lane_bits_, group);
  for (uint32_t i : take(steps_, of, chosen)) fusion.add(steps_[i]);
  fusion.finish();
  return group;
}

template <typename T>
bool Planner<T>::next(Pass<T> &pass) {
  while (waiting_.size() < kWindow && unseen_ < steps_.size()) {
    waiting_.push_back(static_cast<uint32_t>(unseen_++));
  }
  if (waiting_.empty()) return false;
  const uint64_t all = low_bits(shape_.qubits);
  uint64_t chosen = all;
  if (shape_.qubits > shape_.block_bits) {
    const uint64_t low = low_bits(shape_.run_bits);
    chosen = Chooser(steps_, waiting_, all).choose(low, shape_.block_bits);
  }
  std::vector<uint32_t> taken = take(steps_, waiting_, chosen);
  pass = Pass<T>{positions_of(chosen, all), {}, taken.size()};
  while (!taken.empty()) pass.groups.push_back(next_group(taken, chosen));
  return true;
}

template class Planner<float>;
template class Planner<double>;

}  // namespace pentad
