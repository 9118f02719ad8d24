#include "clifford/reference-tree.h"

#include <utility>

namespace pentad {
namespace {

/// Maximum bytes of the kept tableaus, and of nodes with their facts, for each thread.
constexpr size_t kMaxTableauBytes = size_t{1} << 27;
constexpr size_t kMaxTreeBytes = size_t{1} << 26;

}  // namespace

ReferenceTree::ReferenceTree(const StabilizerProgram &program, const CommonPrefix &prefix)
    : program_(program), prefix_(prefix) {
  nodes_.push_back({&prefix.facts, prefix.end, kRoot, false, std::nullopt});
}

std::optional<ReferenceTree::Node> ReferenceTree::branch(Node node, bool happens,
                                                         const Control &control) {
  if (const Node known = nodes_[node].children[happens]; known != kRoot) return known;
  // At a node without a tableau, growing the tree would run the same ops again for every branch.
  if (tree_bytes_ >= kMaxTreeBytes || !(node == kRoot || nodes_[node].tableau)) {
    return std::nullopt;
  }
  auto state = tableau(node, control);
  if (!state) return std::nullopt;
  ReferenceRecord facts;
  size_t end = 0;
  if (!follow(*state, node, happens, &facts, end, control)) return std::nullopt;
  tree_bytes_ += sizeof(Entry) + sizeof(ReferenceRecord) + facts.capacity();
  held_.push_back(std::move(facts));
  const Node made = static_cast<Node>(nodes_.size());
  nodes_.push_back({&held_.back(), end, node, happens, std::nullopt});
  nodes_[node].children[happens] = made;
  if (nodes_[node].children[!happens] != kRoot && nodes_[node].tableau) {
    tableau_bytes_ -= nodes_[node].tableau->bytes();
    nodes_[node].tableau.reset();
  }
  if (end < program_.ops.size()) keep(made, std::move(*state));
  return made;
}

void ReferenceTree::keep(Node node, Tableau tableau) {
  if (tableau_bytes_ + tableau.bytes() > kMaxTableauBytes) return;
  tableau_bytes_ += tableau.bytes();
  nodes_[node].tableau = std::move(tableau);
}

std::optional<Tableau> ReferenceTree::tableau(Node node, const Control &control) {
  std::vector<Node> path;
  for (; node != kRoot && !nodes_[node].tableau; node = nodes_[node].parent) path.push_back(node);
  Tableau state = node == kRoot ? *prefix_.tableau : *nodes_[node].tableau;
  for (size_t i = path.size(); i-- > 0;) {
    const Entry &entry = nodes_[path[i]];
    size_t end = 0;
    if (!follow(state, entry.parent, entry.happened, nullptr, end, control)) return std::nullopt;
  }
  return state;
}

bool ReferenceTree::follow(Tableau &tableau, Node parent, bool happens, ReferenceRecord *facts,
                           size_t &end, const Control &control) const {
  end = nodes_[parent].end;
  if (facts) facts->push_back(happens);
  do {
    if (control.cancelled()) return false;
    const StabilizerOp &op = program_.ops[end];
    if (splits_shots(op) && !happens) continue;
    const uint8_t fact = run_op(tableau, op);
    if (facts && is_recorded(op)) facts->push_back(fact);
  } while (++end < program_.ops.size() && !splits_shots(program_.ops[end]));
  return true;
}

}  // namespace pentad
