#pragma once
#include <cstdint>
#include <vector>

namespace pentad {

/// Slots are the classical bits of a circuit that are in use, numbered from 0.
inline constexpr int32_t kMaxSlots = 1 << 20;

/// Condition of an op: it happens when, for every entry 2 * slot + value, the slot holds the value.
using SlotCondition = std::vector<int32_t>;

}  // namespace pentad
