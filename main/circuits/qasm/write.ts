import { GATES, type OpenQasmNames } from '../../contract/gates/gate-table'
import {
  type Angle,
  beginsLoop,
  type Condition,
  isLoopMark,
  type ParametricCircuit,
  type ParametricInstruction,
  type Register,
} from '../../contract/jobs/circuit'
import { clbitsOf, resultBitsOf } from '../model/classical-bits'
import { valueBits } from '../model/condition-value'
import { isFreeInput, isFreeNameInBoth } from '../model/identifiers'
import { DEFAULT_MAX_ITERATIONS, maxIterationsOf } from '../model/loops'
import { defaultRegisters, registersInResult } from '../model/registers'
import { hasExpressions } from '../parameters/bind'
import { namesIn } from '../parameters/expression'
import { conditionRegisters, refuseInQasm2 } from './condition-registers'
import { WRITTEN_OUT } from './lowering/library'
import { QasmError } from './model/diagnostics'
import { freshName } from './register-names'

/** How qubits and bits are written, and the statements that differ between the versions. */
interface Style {
  readonly qubit: (index: number) => string
  readonly bit: (index: number) => string
  readonly names: ReadonlyMap<string, string>
  readonly measure: (qubit: string, bit: string) => string
  readonly condition: (condition: Condition) => string
  /** Head of a loop from its condition. */
  readonly loop: (condition: Condition) => string
}

const NAMES_3 = namesBy(({ stdgates, written3 }) => written3 ?? stdgates[0])
const NAMES_2 = namesBy(({ qelib1 }) => qelib1[0])

/**
 * The circuit as OpenQASM 3.0. The circuit must be valid (`validateCircuit`).
 * Reading it gives `canonicalCircuit(circuit)`, parameters to the last bit.
 */
export function writeQasm3(circuit: ParametricCircuit): string {
  const all = circuit.registers ?? defaultRegisters(circuit.num_qubits, clbitsOf(circuit), resultBitsOf(circuit))
  const registers = circuit.physical_qubits ? all.filter(({ kind }) => kind === 'bit') : all
  const bit = namer(registers, 'bit')
  return written(circuit, {
    version: 'OPENQASM 3.0;',
    library: 'stdgates.inc',
    declarations: [...inputDeclarations(circuit, registers), ...newDeclarations(circuit, registers)],
    style: {
      qubit: circuit.physical_qubits ? index => `$${index}` : namer(registers, 'qubit'),
      bit,
      names: NAMES_3,
      measure: (qubit, into) => `${into} = measure ${qubit};`,
      condition: condition => `if (${literals(condition, bit)}) `,
      loop: condition => literals(condition, bit),
    },
  })
}

/**
 * The circuit as OpenQASM 2.0. Conditions there read whole registers, so the classical registers are those of the
 * circuit where conditions fit them, else cut to fit; then only `registers` differs when it is read back.
 * Throws QasmError ('unsupported') where conditions overlap or skip bits, for loops, physical qubits and bits beside the result:
 * OpenQASM 3 can say those.
 */
export function writeQasm2(circuit: ParametricCircuit): string {
  if (hasExpressions(circuit)) {
    const message = 'OpenQASM 2 has no parameters: write OpenQASM 3'
    throw new QasmError([{ line: 1, column: 1, kind: 'unsupported', message }])
  }
  if (circuit.physical_qubits) refuseInQasm2('physical qubits')
  if (resultBitsOf(circuit) < clbitsOf(circuit)) refuseInQasm2('classical bits that are not in the result')
  const registers = oldRegisters(circuit)
  const bits = registers.filter(({ kind }) => kind === 'bit')
  return written(circuit, {
    version: 'OPENQASM 2.0;',
    library: 'qelib1.inc',
    declarations: registers.map(oldDeclaration),
    style: {
      qubit: namer(registers, 'qubit'),
      bit: namer(bits, 'bit'),
      names: NAMES_2,
      measure: (qubit, into) => `measure ${qubit} -> ${into};`,
      condition: condition => `if (${registerAt(bits, condition)} == ${condition.value}) `,
      loop: () => refuseInQasm2('loops'),
    },
  })
}

function oldRegisters(circuit: ParametricCircuit): Register[] {
  const width = clbitsOf(circuit)
  const given = circuit.registers?.every(({ name }) => isFreeNameInBoth(name)) ? circuit.registers : null
  const registers = given ?? defaultRegisters(circuit.num_qubits, width)
  const qubits = registers.filter(({ kind }) => kind === 'qubit')
  const bits = registers.filter(({ kind }) => kind === 'bit')
  const fitting = conditionRegisters(circuit, bits, new Set(qubits.map(({ name }) => name)))
  return fitting === bits ? registers : [...qubits, ...fitting]
}

function registerAt(bits: readonly Register[], condition: Condition): string {
  const first = 'clbit' in condition ? condition.clbit : condition.clbits[0]!
  let start = 0
  for (const { name, size } of bits) {
    if (first < start + size) return name
    start += size
  }
  throw new RangeError(`classical bit ${first} is in no register`)
}

/** The parameters of expressions. Throws QasmError where the language or a register has the name already. */
function inputDeclarations({ instructions }: ParametricCircuit, registers: readonly Register[]): string[] {
  const texts = instructions.flatMap(({ params = [] }) => params.filter(param => typeof param === 'string'))
  return [...new Set(texts.flatMap(namesIn))].map(name => {
    if (isFreeInput(name) && registers.every(register => register.name !== name))
      return `input ${integerTypeOf(name, texts) ?? 'float[64]'} ${name};`
    const message = `the parameter ${name} needs another name: OpenQASM or a register has this one`
    throw new QasmError([{ line: 1, column: 1, kind: 'unsupported', message }])
  })
}

/** Integer type as which expressions read a parameter, as in `int[8](n)`; undefined where they read it as a real number. */
const integerTypeOf = (name: string, texts: readonly string[]): string | undefined =>
  texts.join(' ').match(new RegExp(`\\b(u?int(?:\\[\\d+\\])?)\\(${name}\\)`))?.[1]

/** Declarations of the registers, with `output` before those of the result where other bits are declared too. */
function newDeclarations(circuit: ParametricCircuit, registers: readonly Register[]): string[] {
  const newDeclaration = ({ name, kind, size }: Register) => `${kind}[${size}] ${name};`
  const result = resultBitsOf(circuit)
  if (result === clbitsOf(circuit)) return registers.map(newDeclaration)
  const shown = new Set(registersInResult(registers, result).map(({ name }) => name))
  const declared = registers.map(register => (shown.has(register.name) ? 'output ' : '') + newDeclaration(register))
  return shown.size > 0 ? declared : [...declared, noOutputs(registers)]
}

/** The declaration of an output without bits, so that the result has none. */
function noOutputs(registers: readonly Register[]): string {
  const names = registers.map(({ name }) => name)
  return `output float[64] ${freshName('nothing', new Set(names))};`
}

const oldDeclaration = ({ name, kind, size }: Register) => `${kind === 'qubit' ? 'qreg' : 'creg'} ${name}[${size}];`

/** Index to `register[position]`. */
function namer(registers: readonly Register[], kind: Register['kind']): (index: number) => string {
  const names = registers
    .filter(register => register.kind === kind)
    .flatMap(({ name, size }) => Array.from({ length: size }, (_, position) => `${name}[${position}]`))
  return index => names[index]!
}

interface ProgramText {
  readonly version: string
  readonly library: string
  readonly declarations: readonly string[]
  readonly style: Style
}

function written(circuit: ParametricCircuit, { version, library, declarations, style }: ProgramText): string {
  const used = new Set(circuit.instructions.map(({ name }) => name))
  const definitions = [...WRITTEN_OUT]
    .filter(([name]) => used.has(name))
    .map(([name, body]) => `gate ${name} a, b { ${body} }`)
  const lines = circuit.instructions.flatMap(indented(instruction => linesOf(instruction, style)))
  return [version, `include "${library}";`, ...definitions, ...declarations, ...lines, ''].join('\n')
}

/** Lines of a loop's body, indented by two blanks. */
function indented(write: (instruction: ParametricInstruction) => readonly string[]) {
  let depth = 0
  return (instruction: ParametricInstruction): string[] => {
    if (instruction.name === 'end') depth--
    const lines = write(instruction).map(text => '  '.repeat(depth) + text)
    if (beginsLoop(instruction)) depth++
    return lines
  }
}

function linesOf(instruction: ParametricInstruction, style: Style): readonly string[] {
  if (!isLoopMark(instruction)) return [line(instruction, style)]
  if (!beginsLoop(instruction)) return ['}']
  const holds = style.loop(instruction.condition!)
  const most = maxIterationsOf(instruction)
  const bound = most === DEFAULT_MAX_ITERATIONS ? [] : [`@max_iterations ${most}`]
  return [...bound, `while (${instruction.name === 'while' ? holds : `!(${holds})`}) {`]
}

function line({ name, qubits, clbits = [], params = [], condition }: ParametricInstruction, style: Style): string {
  const when = condition ? style.condition(condition) : ''
  const operands = qubits.map(style.qubit)
  if (name === 'measure') return when + style.measure(operands[0]!, style.bit(clbits[0]!))
  const angles = params.length > 0 ? `(${params.map(angleText).join(', ')})` : ''
  return `${when}${style.names.get(name)}${angles} ${operands.join(', ')};`
}

function namesBy(pick: (names: OpenQasmNames) => string | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(GATES).map(([name, { openqasm }]) => [name, pick(openqasm) ?? name]))
}

const literals = (condition: Condition, bit: (index: number) => string): string => {
  if ('clbit' in condition) return `${bit(condition.clbit)} == ${condition.value}`
  const values = valueBits(condition.value, condition.clbits.length)
  return allOf(condition.clbits.map((clbit, i) => `${bit(clbit)} == ${values[i]}`))
}

/** Terms that readers take in a row: each && is a level of the tree that they build. */
const MAX_TERMS = 64

/** All of the terms; many are put in parentheses, half by half. */
function allOf(terms: readonly string[]): string {
  if (terms.length <= MAX_TERMS) return terms.join(' && ')
  const half = Math.ceil(terms.length / 2)
  return [terms.slice(0, half), terms.slice(half)].map(part => `(${allOf(part)})`).join(' && ')
}

/** An expression as OpenQASM 3 spells it. */
const angleText = (angle: Angle): string =>
  typeof angle === 'number'
    ? decimal(angle)
    : withRealNumbers(angle)
        .replaceAll('^', '**')
        .replace(/(?<![\p{L}\p{Nl}\p{Nd}_])ln(?=\()/gu, 'log')

const TYPED = /(?<![\p{L}\p{Nl}\p{Nd}_])(?:u?int|angle)[[(]/u
const TOKENS =
  /([\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*(?:\[\d+\])?)?\(|\)|\d*\.?\d+(?:[eE][+-]?\d+)?|[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*/gu

/**
 * The expression with `2.0` for `2` outside of integers, where it names integers or angles: quotients of the integer 2
 * would drop their fraction there.
 */
function withRealNumbers(text: string): string {
  if (!TYPED.test(text)) return text
  const isInteger: boolean[] = []
  return text.replace(TOKENS, (token: string, called?: string) => {
    if (token === ')') isInteger.pop()
    else if (token.endsWith('(')) isInteger.push(called ? /^u?int\b/.test(called) : (isInteger.at(-1) ?? false))
    else if (/^\d+$/.test(token) && !isInteger.at(-1)) return `${token}.0`
    return token
  })
}

/** Shortest digits that read back to the same double, with the point that OpenQASM 2 wants in a real number. */
function decimal(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value)
  return /^-?[0-9]+(e|$)/.test(text) ? text.replace(/^-?[0-9]+/, '$&.0') : text
}
