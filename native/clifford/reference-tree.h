#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "base/control.h"
#include "clifford/tableau.h"

namespace pentad {

/// Record of a reference: whether each op that splits the shots and each conditional Pauli happened
/// in it, and the outcome of each measurement that happened.
using ReferenceRecord = std::vector<uint8_t>;

/// The ops from the start to the first that splits the shots.
struct CommonPrefix {
  ReferenceRecord facts;
  /// Index of that op, or the number of ops.
  size_t end = 0;
  /// The reference's state there; none where nothing follows.
  std::optional<Tableau> tableau;
};

/// Whether a reference records a fact about the op.
inline bool is_recorded(const StabilizerOp &op) {
  return op.code == StabilizerCode::kMeasure || (is_pauli(op.code) && op.condition >= 0);
}

/// Runs an op in a reference beyond the prefix, where conditional Paulis do not happen; returns the
/// fact to record, or 0.
inline uint8_t run_op(Tableau &tableau, const StabilizerOp &op) {
  const size_t a = static_cast<size_t>(op.a);
  if (op.code == StabilizerCode::kMeasure) return tableau.measure(a);
  if (op.code == StabilizerCode::kReset) {
    if (tableau.measure(a)) tableau.x(a);
  } else if (!(is_pauli(op.code) && op.condition >= 0)) {
    tableau.apply(op);
  }
  return 0;
}

/// The references of all groups met so far, by the decisions that led to them.
///
/// A reference depends on which ops that split the shots happened and on nothing else: all its
/// random outcomes are 0, and frames carry every shot's own. So each is run once and found again by
/// later blocks of shots. Tableaux are kept, within a budget, at nodes where a branch is still
/// missing; elsewhere tableau() runs the ops again from the nearest one above.
///
/// Time to grow a branch: its ops. Memory within two budgets.
class ReferenceTree {
 public:
  using Node = uint32_t;
  static constexpr Node kRoot = 0;

  ReferenceTree(const StabilizerProgram &program, const CommonPrefix &prefix);

  const ReferenceRecord &facts(Node node) const { return *nodes_[node].facts; }
  size_t end(Node node) const { return nodes_[node].end; }

  /// Where a decision at the end of a node leads; nothing when the tree is full there, or
  /// cancelled.
  std::optional<Node> branch(Node node, bool happens, const Control &control);
  /// The reference's state at the end of a node; nothing when cancelled.
  std::optional<Tableau> tableau(Node node, const Control &control);

 private:
  struct Entry {
    const ReferenceRecord *facts;
    size_t end;
    Node parent;
    bool happened;
    std::optional<Tableau> tableau;
    Node children[2] = {0, 0};  // 0 for none: the root is nobody's child
  };

  void keep(Node node, Tableau tableau);
  /// Carries a tableau from the end of `parent` over a decision to the end of the branch.
  bool follow(Tableau &tableau, Node parent, bool happens, ReferenceRecord *facts, size_t &end,
              const Control &control) const;

  const StabilizerProgram &program_;
  const CommonPrefix &prefix_;
  std::vector<Entry> nodes_;
  std::deque<ReferenceRecord> held_;
  size_t tableau_bytes_ = 0, tree_bytes_ = 0;
};

}  // namespace pentad
