#pragma once

namespace pentad {

/// Prints one line for the check and counts it when it fails.
void check(const char *sentence, bool holds);

void test_extraction();
void test_flag_map();
void test_frames();
void test_frame_kernels();
void test_circuits();
void test_circuit_rows();
void test_branching();
void test_statevectors();
void test_pauli_values();
void test_stabilizer();
void test_trajectories();

}  // namespace pentad
