/// Deterministic checks of the kernels, without Node. Prints one line per check; exits 1 if any
/// fails. Statistics against the TypeScript reference are the business of test/main/simulation.
#include <cstdio>

#include "base/test.h"

namespace pentad {
namespace {
int failures = 0;
}

void check(const char *sentence, bool holds) {
  std::printf("%s %s\n", holds ? "ok  " : "FAIL", sentence);
  if (!holds) ++failures;
}

}  // namespace pentad

int main() {
  pentad::test_extraction();
  pentad::test_flag_map();
  pentad::test_frames();
  pentad::test_frame_kernels();
  pentad::test_circuits();
  pentad::test_circuit_rows();
  pentad::test_branching();
  pentad::test_statevectors();
  pentad::test_pauli_values();
  pentad::test_stabilizer();
  pentad::test_trajectories();
  return pentad::failures == 0 ? 0 : 1;
}
