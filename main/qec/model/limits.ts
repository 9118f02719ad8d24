/** Most sites of a layout and qubits of a program: one bit each in a signed 32-bit word. */
export const MAX_SITES = 31
