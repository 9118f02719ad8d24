import { GATES } from '../../contract/gates/gate-table'
import { PARAMETER_NAME } from '../../contract/jobs/parameters'

/** Words of OpenQASM 2 and 3 that no program may declare as names. */
const RESERVED: ReadonlySet<string> = new Set(
  `OPENQASM include defcalgrammar def cal defcal gate extern box let break continue if else end return for while in
  switch case default nop pragma input output const readonly mutable qreg qubit creg bool bit int uint float angle
  complex array void duration stretch gphase inv pow ctrl negctrl durationof delay reset measure barrier true false
  opaque im U CX pi tau euler π τ ℇ sin cos tan exp ln sqrt log arcsin arccos arctan asin acos atan ceiling floor mod
  popcount rotl rotr sizeof real imag`.split(/\s+/),
)

/**
 * Names of gates, which a register of the same name would hide: those of the table, their names in the libraries, and four more
 * of the libraries.
 */
const GATE_NAMES: ReadonlySet<string> = new Set([
  ...Object.entries(GATES).flatMap(([name, { openqasm }]) => [name, ...openqasm.stdgates, ...openqasm.qelib1]),
  ...['u0', 'u2', 'cu', 'cu3'],
])
const isTaken = (word: string) => RESERVED.has(word) || GATE_NAMES.has(word)

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Names in OpenQASM 3: letters of every script. */
const NAME_IN_TEXT = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*$/u
/** Names that serve in OpenQASM 2 as well, which wants a lower-case first letter, so that export never renames. */
const NAME_IN_BOTH = /^[a-z][A-Za-z0-9_]*$/

/** Whether the word can name a register of a circuit, in JSON and in every form that it is written in. */
export const isFreeName = (word: string): boolean => NAME.test(word) && !isTaken(word)
/** Whether an OpenQASM 3 text can declare it. */
export const isFreeNameInText = (word: string): boolean => NAME_IN_TEXT.test(word) && !isTaken(word)
/** Whether the name of a parameter can be that of an input in OpenQASM 3. */
export const isFreeInput = (name: string): boolean => PARAMETER_NAME.test(name) && !isTaken(name)
export const isFreeNameInBoth = (word: string): boolean => NAME_IN_BOTH.test(word) && !isTaken(word)
