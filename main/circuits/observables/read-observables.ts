/** Observables as they are submitted: read, checked against a circuit, equal Paulis joined. */
import type { Circuit } from '../../contract/jobs/circuit'
import { MAX_OBSERVED_QUBITS, MAX_TERMS, type Observable } from '../../contract/jobs/observables'
import { type Fault, MAX_FAULTS } from '../../contract/model/errors'
import { isPauli, type Pauli, readPauli, sparseText } from './pauli'

/** One Pauli of the observables, with its coefficient in each that has it. */
export interface Term {
  readonly pauli: Pauli
  /** By position of the observable; coefficients of a Pauli that is listed twice in one observable are added. */
  readonly coefficients: ReadonlyMap<number, number>
}

export interface ObservableSet {
  readonly names: readonly string[]
  /** Coefficient of the identity in each observable. */
  readonly constants: readonly number[]
  /** Without the identity, and without Paulis whose coefficients are all 0. */
  readonly terms: readonly Term[]
}

export interface ReadObservables extends ObservableSet {
  /** Pointers are below the observables' own, `at`. */
  readonly faults: readonly Fault[]
}

export function readObservables(
  given: readonly Observable[],
  num_qubits: number,
  at = '/observables',
): ReadObservables {
  const faults: Fault[] = [...countFaults(given, at), ...nameFaults(given, at)]
  const constants = given.map(() => 0)
  const terms = new Map<string, { pauli: Pauli; coefficients: Map<number, number> }>()
  for (const [index, { terms: own }] of given.entries())
    for (const [term, { pauli: text, coefficient }] of own.entries()) {
      const pauli = readPauli(text, num_qubits)
      if (!isPauli(pauli)) faults.push({ pointer: `${at}/${index}/terms/${term}/pauli`, message: pauli.fault })
      else if (pauli.size === 0) constants[index]! += coefficient
      else add(pauli, index, coefficient)
      if (faults.length >= MAX_FAULTS) break
    }
  const kept = [...terms.values()].filter(({ coefficients }) => [...coefficients.values()].some(each => each !== 0))
  return { names: given.map(nameOf), constants, terms: kept, faults: [...faults, ...widthFaults(kept, at)] }

  function add(pauli: Pauli, index: number, coefficient: number): void {
    const key = sparseText(pauli)
    const term = terms.get(key) ?? { pauli, coefficients: new Map<number, number>() }
    term.coefficients.set(index, (term.coefficients.get(index) ?? 0) + coefficient)
    terms.set(key, term)
  }
}

const nameOf = ({ name }: Observable, index: number): string => name ?? `observable ${index}`

function countFaults(given: readonly Observable[], pointer: string): Fault[] {
  const terms = given.reduce((sum, { terms: own }) => sum + own.length, 0)
  return terms <= MAX_TERMS
    ? []
    : [{ pointer, message: `${terms} terms; all observables together have at most ${MAX_TERMS}` }]
}

function nameFaults(given: readonly Observable[], at: string): Fault[] {
  const seen = new Set<string>()
  return given.flatMap((observable, index) => {
    const name = nameOf(observable, index)
    const repeated = seen.has(name)
    seen.add(name)
    return repeated
      ? [{ pointer: `${at}/${index}/name`, message: `two observables are named "${name}": rename one` }]
      : []
  })
}

function widthFaults(terms: readonly Term[], pointer: string): Fault[] {
  const observed = new Set(terms.flatMap(({ pauli }) => [...pauli.keys()]))
  if (observed.size <= MAX_OBSERVED_QUBITS) return []
  return [{ pointer, message: `${observed.size} qubits are observed; at most ${MAX_OBSERVED_QUBITS} can be` }]
}

/**
 * A fault for each observed qubit whose last operation is a measurement: its expectation value would be that of the collapsed
 * state, which is hardly ever meant. `at` is the pointer of the circuit.
 */
export function measuredAtEndFaults({ instructions }: Circuit, { terms }: ObservableSet, at: string): Fault[] {
  const last = new Map<number, number>()
  for (const [index, { name, qubits }] of instructions.entries())
    if (name !== 'barrier') for (const qubit of qubits) last.set(qubit, index)
  const observed = [...new Set(terms.flatMap(({ pauli }) => [...pauli.keys()]))].sort((a, b) => a - b)
  return observed.flatMap(qubit => {
    const index = last.get(qubit)
    if (index === undefined || instructions[index]!.name !== 'measure') return []
    const message = `qubit ${qubit} is observed and already measured here: leave this measurement out, the job measures the observables itself`
    return [{ pointer: `${at}/instructions/${index}`, message }]
  })
}
