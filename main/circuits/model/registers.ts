import type { Circuit, ParametricCircuit, Register } from '../../contract/jobs/circuit'
import type { Fault } from '../../contract/model/errors'
import { clbitsOf } from './classical-bits'
import { isFreeName } from './identifiers'

const sizeOf = (registers: readonly Register[], kind: Register['kind']): number =>
  registers.reduce((sum, register) => sum + (register.kind === kind ? register.size : 0), 0)

/** Faults of registers: names must serve in OpenQASM and be listed once, and the sizes must add up to the circuit's own numbers. */
export function registerFaults(
  { num_qubits, num_clbits, registers }: Omit<Circuit, 'instructions'>,
  base: string,
): Fault[] {
  if (registers === undefined) return []
  const at = `${base}/registers`
  return [
    ...nameFaults(registers, at),
    ...sizeFault(sizeOf(registers, 'qubit'), num_qubits, { field: 'num_qubits', pointer: at }),
    ...sizeFault(sizeOf(registers, 'bit'), num_clbits ?? 0, { field: 'num_clbits', pointer: at }),
  ]
}

function nameFaults(registers: readonly Register[], at: string): Fault[] {
  const seen = new Set<string>()
  return registers.flatMap(({ name }, index) => {
    const pointer = `${at}/${index}/name`
    const isRepeated = seen.has(name)
    seen.add(name)
    if (isRepeated) return [{ pointer, message: `register "${name}" is listed twice` }]
    return isFreeName(name) ? [] : [{ pointer, message: `"${name}" cannot name a register in OpenQASM` }]
  })
}

const sizeFault = (
  sum: number,
  wanted: number,
  { field, pointer }: { readonly field: string; readonly pointer: string },
): Fault[] => (sum === wanted ? [] : [{ pointer, message: `the sizes add up to ${sum}, but ${field} is ${wanted}` }])

/** Faults of `result_clbits`: the bits of the result begin at 0 and end between two registers. */
export function resultFaults(circuit: ParametricCircuit, base: string): Fault[] {
  const { result_clbits: result, registers = [] } = circuit
  if (result === undefined) return []
  const pointer = `${base}/result_clbits`
  const width = clbitsOf(circuit)
  if (result > width) return [{ pointer, message: `the circuit has ${width} classical bits, not ${result}` }]
  const cut = spanOfBits(registers).find(({ first, end }) => first < result && result < end)
  if (cut === undefined) return []
  const message = `the result takes a register whole or not at all; ${result} bits would cut "${cut.name}", which is bits ${cut.first} to ${cut.end - 1}`
  return [{ pointer, message }]
}

/** Classical registers with the bits `first` to `end` - 1 that they are. */
function spanOfBits(registers: readonly Register[]) {
  let end = 0
  return registers.flatMap(({ name, kind, size }) => {
    if (kind === 'qubit') return []
    end += size
    return [{ name, size, first: end - size, end }]
  })
}

/** Classical registers that are the result; all are where `result` is undefined. */
export const registersInResult = (registers: readonly Register[], result = Number.POSITIVE_INFINITY) =>
  spanOfBits(registers).flatMap(({ name, size, end }) => (end <= result ? [{ name, size }] : []))

/** The registers that a circuit without names is written with: one of each kind, and one for bits beside the result. */
export const defaultRegisters = (qubits: number, clbits: number, result = clbits): Register[] =>
  (
    [
      { name: 'q', kind: 'qubit', size: qubits },
      { name: 'c', kind: 'bit', size: result },
      { name: 'local', kind: 'bit', size: clbits - result },
    ] as const
  ).filter(({ kind, size }) => kind === 'qubit' || size > 0)

const sameRegister = (a: Register, b: Register) => a.name === b.name && a.kind === b.kind && a.size === b.size

export const sameRegisters = (a: readonly Register[], b: readonly Register[]): boolean =>
  a.length === b.length && a.every((register, i) => sameRegister(register, b[i]!))
