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
/** Words that begin a value and no name can be. */
export const VALUE_WORDS: readonly string[] = ['true', 'false', 'durationof', 'lengthof']
/** Reserved by now, but published programs call their registers so. */
export const LEGACY_NAMES: readonly string[] = ['input', 'output', 'kernel']

export const TYPES: ReadonlySet<string> = new Set(['bit', 'bool', 'int', 'uint', 'float', 'angle'])
/** Types of which a program may have things that are left out. */
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

/** Whether OpenQASM 3 keeps the word from being a name; words of one edition or of OpenQASM 2 alone are let through. */
export const isReserved = (word: string): boolean =>
  TYPES.has(word) || (ALL.has(word) && !['opaque', 'nop', ...LEGACY_NAMES].includes(word))

const OF_VERSION_3: ReadonlySet<string> = new Set<string>([
  ...STATEMENT_WORDS.filter(word => !IN_VERSION_2.includes(word)),
  ...[...MODIFIERS, ...TYPES, ...FOREIGN_TYPES.keys(), ...Object.keys(UNSUPPORTED_WORDS)],
])
/** Whether OpenQASM 3 has the word and OpenQASM 2 has not, where it can be the name of a gate. */
export const isOfVersion3 = (word: string): boolean => OF_VERSION_3.has(word)

/** Whether a statement that begins with the word may be another thing than a gate or an assignment. */
export const isStatementWord = (word: string): boolean => SPECIAL.has(word)
