/** Words that begin what the circuit model cannot hold, or that only drafts of OpenQASM 3 had. */
export const FOREIGN: Readonly<Record<string, string>> = {
  cal: 'pulse-level calibration',
  defcal: 'pulse-level calibration',
  defcalgrammar: 'pulse-level calibration',
  boxas: 'timing (of a draft of OpenQASM 3)',
  boxto: 'timing (of a draft of OpenQASM 3)',
  extern: 'a function outside the program',
  kernel: 'a function outside the program (of a draft of OpenQASM 3)',
  input: 'a parameter given at run time',
}

/** Words that begin a statement of their own kind. */
export const STATEMENT_WORDS = [
  ...(['include', 'const', 'output', 'qubit', 'qreg', 'creg', 'let', 'gate', 'opaque', 'def'] as const),
  ...(['measure', 'reset', 'barrier', 'nop', 'box', 'delay', 'for', 'while', 'if', 'switch'] as const),
  ...(['return', 'break', 'continue', 'end'] as const),
] as const
export type StatementWord = (typeof STATEMENT_WORDS)[number]
const IN_VERSION_2 = ['include', 'qreg', 'creg', 'gate', 'opaque', 'measure', 'reset', 'barrier', 'if']

export const MODIFIERS = ['inv', 'pow', 'ctrl', 'negctrl'] as const
/** Words that begin a value and no name can be. */
export const VALUE_WORDS: readonly string[] = ['true', 'false', 'durationof', 'lengthof']
/** Reserved by now, but published programs call their registers so. */
export const NAMES_OF_OLD: readonly string[] = ['input', 'output', 'kernel']

export const TYPES: ReadonlySet<string> = new Set(['bit', 'bool', 'int', 'uint', 'float', 'angle'])
/** Types of which a program may have things that are left out. */
export const TIME_TYPES: readonly string[] = ['duration', 'stretch']
export const FOREIGN_TYPES: ReadonlySet<string> = new Set([
  ...['complex', 'duration', 'stretch', 'array', 'length', 'fixed'],
])

const ALL: ReadonlySet<string> = new Set<string>(STATEMENT_WORDS)
const SPECIAL: ReadonlySet<string> = new Set<string>([
  ...[...STATEMENT_WORDS, ...MODIFIERS, ...NAMES_OF_OLD, ...TYPES, ...FOREIGN_TYPES],
  ...[...Object.keys(FOREIGN), 'OPENQASM', 'pragma'],
])

export const isKeyword = (word: string, version: 2 | 3): word is StatementWord =>
  ALL.has(word) && (version === 3 || IN_VERSION_2.includes(word))

/** Whether OpenQASM 3 keeps the word from being a name; words of one edition or of OpenQASM 2 alone are let through. */
export const isReserved = (word: string): boolean =>
  TYPES.has(word) || (ALL.has(word) && !['opaque', 'nop', ...NAMES_OF_OLD].includes(word))

/** Whether a statement that begins with the word may be another thing than a gate or an assignment. */
export const isStatementWord = (word: string): boolean => SPECIAL.has(word)
