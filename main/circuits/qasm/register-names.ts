import type { Register } from '../../contract/jobs/circuit'
import { isFreeName } from '../model/identifiers'

/** The names in a circuit for registers of these names: names of gates are not free there, and letters are ASCII. */
export function circuitNames(given: readonly string[]): string[] {
  const names = new Set<string>()
  const taken = new Set(given)
  for (const name of given) {
    const word = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : 'register'
    const free = isFreeName(word) && !names.has(word) ? word : freshName(`${word}_`, taken)
    names.add(free)
    taken.add(free)
  }
  return [...names]
}

export function addedRegisters(taken: readonly string[], locals: number, scratch: number): Register[] {
  const names = new Set(taken)
  const bits = { name: freshName('local', names), kind: 'bit' as const, size: locals }
  const qubit = { name: freshName('scratch', names), kind: 'qubit' as const, size: scratch }
  return [bits, qubit].filter(({ size }) => size > 0)
}

export function freshName(word: string, taken: ReadonlySet<string>): string {
  let name = word
  while (taken.has(name)) name += '_'
  return name
}
