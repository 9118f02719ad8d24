import type { Circuit, Register } from '../../contract/jobs/circuit'
import type { Fault } from '../../contract/model/errors'
import { isFreeName } from './identifiers'

type Kind = Register['kind']

const sizeOf = (registers: readonly Register[], kind: Kind): number =>
  registers.reduce((sum, register) => sum + (register.kind === kind ? register.size : 0), 0)

/** Names must serve in OpenQASM, stand once, and the sizes must add up to the circuit's own numbers. */
export function registerFaults(
  { num_qubits, num_clbits, registers }: Omit<Circuit, 'instructions'>,
  base: string,
): Fault[] {
  if (registers === undefined) return []
  const at = `${base}/registers`
  return [
    ...nameFaults(registers, at),
    ...sizeFault(sizeOf(registers, 'qubit'), num_qubits, 'num_qubits', at),
    ...sizeFault(sizeOf(registers, 'bit'), num_clbits ?? 0, 'num_clbits', at),
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

const sizeFault = (sum: number, wanted: number, field: string, pointer: string): Fault[] =>
  sum === wanted ? [] : [{ pointer, message: `the sizes add up to ${sum}, but ${field} is ${wanted}` }]

/** The one register of each kind that a circuit without names is written with. */
export const defaultRegisters = (qubits: number, clbits: number): Register[] => [
  { name: 'q', kind: 'qubit', size: qubits },
  ...(clbits > 0 ? [{ name: 'c', kind: 'bit' as const, size: clbits }] : []),
]

const sameRegister = (a: Register, b: Register) => a.name === b.name && a.kind === b.kind && a.size === b.size

export const sameRegisters = (a: readonly Register[], b: readonly Register[]): boolean =>
  a.length === b.length && a.every((register, i) => sameRegister(register, b[i]!))
