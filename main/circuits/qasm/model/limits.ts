/** Limits of reading a program. None depends on time, so that the same text always reads the same. */
export const MAX_TEXT = 16 * 1024 * 1024
/** Statements run, expressions evaluated, gates expanded, bits and qubits handled: a start for each program, and more for long ones. */
export const MAX_STEPS = 8_000_000
export const STEPS_PER_CHARACTER = 2
/** More for each instruction that the program comes to, so that a plain loop reaches as many as a circuit may have: a turn takes some fifty. */
export const STEPS_PER_INSTRUCTION = 100
/** Steps between two checkpoints: some ten microseconds. */
export const STEPS_PER_CHECKPOINT = 64
/** Cost of recording an instruction, in steps between checkpoints. */
export const STEPS_TO_RECORD = 8
/** Blocks and expressions within each other. */
export const MAX_NESTING = 100
/** Operands, arguments, indices or names in one list. */
export const MAX_LIST = 10_000
/** Modifiers on one gate. */
export const MAX_MODIFIERS = 100
/** Height of an expression tree; `1+1+1+…` grows it without nesting. */
export const MAX_HEIGHT = 200
/** Gates, subroutines, blocks and expressions that run within each other; it bounds the use of the stack to about half of Node's. */
export const MAX_DEPTH = 600
/** Levels that a call of a subroutine takes of this limit. */
export const CALL_LEVELS = 3
/** Statements that bodies of gates and subroutines may hold, and one outermost statement may: all stand in memory at once. */
export const MAX_HELD = 500_000
export const MAX_BITS = 10_000
/** Qubits that one gate may be defined on. */
export const MAX_GATE_QUBITS = 10_000
/** Characters of an integer; binary ones of so many bits, and their prefix. */
export const MAX_DIGITS = 10_002
/** Elements of one array, and dimensions. */
export const MAX_ELEMENTS = 100_000
export const MAX_DIMENSIONS = 7
/** Controls on one gate: its expansion grows about threefold with each. */
export const MAX_CONTROLS = 10
/** Runtime bits that one condition may combine other than by `&&` and `==`: it becomes one instruction for each case. */
export const MAX_CONDITION_BITS = 10
/** Runtime bits up to which the way a loop or call is left stays a condition on them; beyond, it is computed into a bit. */
export const MAX_NARROW_BITS = 5
/** Copies of one measured bit to another; each may cost a pass over the circuit. */
export const MAX_COPIES = 4_096
