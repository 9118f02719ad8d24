const PULSES = 'pulse-level calibration; leave it out, gates are what the library says'
const OUTSIDE = 'a function outside the program; write it as a subroutine (def)'

/** Words that begin what the circuit model cannot hold, or that only drafts of OpenQASM 3 had. */
export const UNSUPPORTED_WORDS: Readonly<Record<string, string>> = {
  cal: PULSES,
  defcal: PULSES,
  defcalgrammar: PULSES,
  boxas: 'timing (of a draft of OpenQASM 3); write box',
  boxto: 'timing (of a draft of OpenQASM 3); write box',
  extern: OUTSIDE,
  kernel: OUTSIDE,
}

/** Words that begin a statement of their own kind. */
export const STATEMENT_WORDS = [
  ...(['include', 'const', 'input', 'output', 'qubit', 'qreg', 'creg', 'let', 'gate', 'opaque', 'def'] as const),
  ...(['measure', 'reset', 'barrier', 'nop', 'box', 'delay', 'for', 'while', 'if', 'switch'] as const),
  ...(['return', 'break', 'continue', 'end'] as const),
] as const
export type StatementWord = (typeof STATEMENT_WORDS)[number]
const IN_VERSION_2 = ['include', 'qreg', 'creg', 'gate', 'opaque', 'measure', 'reset', 'barrier', 'if']

export const MODIFIERS = ['inv', 'pow', 'ctrl', 'negctrl'] as const
/** Words that begin a value and are no names: in OpenQASM 3, a statement that begins with one is an expression. */
export const VALUE_WORDS: readonly string[] = ['true', 'false', 'durationof', 'lengthof']
/** Words that are reserved by now, and accepted as names because published programs use them for registers. */
export const LEGACY_NAMES: readonly string[] = ['input', 'output', 'kernel']
/** Words of every edition of OpenQASM 3 that stand within statements or have no use here. */
const OTHER_WORDS: readonly string[] = [
  ...['OPENQASM', 'else', 'in', 'readonly', 'mutable', 'void', 'complex', 'array', 'duration', 'stretch', 'gphase'],
  ...['extern', 'cal', 'defcal', 'defcalgrammar'],
]

export const TYPES: ReadonlySet<string> = new Set(['bit', 'bool', 'int', 'uint', 'float', 'angle'])
/** Types of which a program may declare variables, which the circuit leaves out. */
export const TIME_TYPES: readonly string[] = ['duration', 'stretch']
const TIMING = 'circuits carry no times; a duration can be declared and used in delay alone'
export const FOREIGN_TYPES: ReadonlyMap<string, string> = new Map([
  ['complex', 'angles and real numbers are'],
  ['duration', TIMING],
  ['stretch', TIMING],
  ['array', 'an array can be declared, and be a readonly or mutable parameter'],
  ['length', 'of a draft of OpenQASM 3, now duration'],
  ['fixed', 'of a draft of OpenQASM 3, now float'],
])

const ALL: ReadonlySet<string> = new Set<string>(STATEMENT_WORDS)
const SPECIAL: ReadonlySet<string> = new Set<string>([
  ...[...STATEMENT_WORDS, ...MODIFIERS, ...LEGACY_NAMES, ...TYPES, ...FOREIGN_TYPES.keys()],
  ...[...Object.keys(UNSUPPORTED_WORDS), 'OPENQASM', 'pragma'],
])

export const isKeyword = (word: string, version: 2 | 3): word is StatementWord =>
  ALL.has(word) && (version === 3 || IN_VERSION_2.includes(word))

const RESERVED: ReadonlySet<string> = new Set<string>(
  [...STATEMENT_WORDS, ...MODIFIERS, ...VALUE_WORDS, ...TYPES, ...OTHER_WORDS].filter(
    word => !['opaque', 'nop', ...LEGACY_NAMES].includes(word),
  ),
)
/**
 * Whether the word is refused as a name in OpenQASM 3. Accepted are `opaque`, the legacy names, and `nop`, `case` and `default`,
 * which the first edition did not reserve.
 */
export const isReserved = (word: string): boolean => RESERVED.has(word)

const OF_VERSION_3: ReadonlySet<string> = new Set<string>([
  ...STATEMENT_WORDS.filter(word => !IN_VERSION_2.includes(word)),
  ...[...MODIFIERS, ...TYPES, ...FOREIGN_TYPES.keys(), ...Object.keys(UNSUPPORTED_WORDS)],
])
/** Whether the word is one of OpenQASM 3 and not of OpenQASM 2, where it can be the name of a gate. */
export const isOfVersion3 = (word: string): boolean => OF_VERSION_3.has(word)

/** Whether a statement that begins with the word may be something else than a gate call or an assignment. */
export const isStatementWord = (word: string): boolean => SPECIAL.has(word)
