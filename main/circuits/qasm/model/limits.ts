/** Limits of reading a program. None depends on time, so that the same text always reads the same. */
export const MAX_TEXT = 16 * 1024 * 1024
/**
 * Steps that every program may take: statements run, expressions evaluated, gates expanded, bits and qubits handled.
 */
export const MAX_STEPS = 8_000_000
/** Further steps for each character of the text. */
export const STEPS_PER_CHARACTER = 2
/**
 * Further steps for each instruction of the circuit. An iteration of a plain loop takes about fifty, so such a loop can make
 * as many instructions as a circuit may have.
 */
export const STEPS_PER_INSTRUCTION = 100
/** Steps between two checkpoints: about ten microseconds. */
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
/** Gates, subroutines, blocks and expressions that run within each other: they then use about half of Node's stack. */
export const MAX_DEPTH = 600
/** Levels that a call of a subroutine takes of this limit. */
export const CALL_LEVELS = 3
/**
 * Statements in blocks that stand in memory at once: those of all gates and subroutines, and of the outermost statement
 * that is being read.
 */
export const MAX_HELD = 500_000
export const MAX_BITS = 10_000
/** Qubits that one gate may be defined on. */
export const MAX_GATE_QUBITS = 10_000
/** Characters of an integer: as many binary digits as a circuit may have bits, and the prefix `0b`. */
export const MAX_DIGITS = 10_002
/** Elements of one array, and dimensions. */
export const MAX_ELEMENTS = 100_000
export const MAX_DIMENSIONS = 7
/** Controls on one gate: its expansion grows about threefold with each. */
export const MAX_CONTROLS = 10
/** Runtime bits that a condition may combine other than by `&&` and `==`: it becomes an instruction for each case. */
export const MAX_CONDITION_BITS = 10
/**
 * Runtime bits up to which the condition of an exit from a loop or subroutine is kept as a condition on them; one on
 * more bits is computed into a bit of its own.
 */
export const MAX_NARROW_BITS = 5
/** Copies of one measured bit to another; each may cost a pass over the circuit. */
export const MAX_COPIES = 4_096
