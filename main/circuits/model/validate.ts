import { GATES, gateNamed } from '../../contract/gates/gate-table'
import {
  type Angle,
  type Condition,
  isLoopMark,
  type ParametricCircuit,
  type ParametricInstruction,
} from '../../contract/jobs/circuit'
import { type Fault, MAX_FAULTS } from '../../contract/model/errors'
import { MAX_CLBITS, resultBitsOf } from './classical-bits'
import { fits } from './condition-value'
import { loopFaults } from './loops'
import { registerFaults, resultFaults } from './registers'

/** How a measurement is spelled, in a request and in OpenQASM. */
const MEASURE = '{"name": "measure", "qubits": [0], "clbits": [0]}, or measure q -> c in OpenQASM'

/**
 * Every fault of the circuit, each with its JSON pointer below `base`; empty when it can run. Expressions are not read here.
 * Stops listing after MAX_FAULTS.
 */
export function validateCircuit(circuit: ParametricCircuit, base = '/circuit'): Fault[] {
  const faults = faultsOfForm(circuit, base)
  return faults.length > 0 ? faults : countlessFaults(circuit, base)
}

function countlessFaults(circuit: ParametricCircuit, base: string): Fault[] {
  const pointer = `${base}/instructions`
  if (!circuit.instructions.some(({ name }) => name === 'measure'))
    return [
      {
        pointer,
        message: `nothing is measured, so there would be no counts; add a measure for each qubit to be read: ${MEASURE}`,
      },
    ]
  if (resultBitsOf(circuit) > 0) return []
  const message = `no classical bit is in the result, so there would be no counts; measure into bits that are declared outside of any block of the program, or with output where it has outputs`
  return [{ pointer, message }]
}

/** Like `validateCircuit`, for a circuit that is written or drawn but not run: it need not measure. */
export function faultsOfForm(circuit: ParametricCircuit, base = '/circuit'): Fault[] {
  const faults = [
    ...registerFaults(circuit, base),
    ...resultFaults(circuit, base),
    ...physicalFaults(circuit, base),
    ...loopFaults(circuit.instructions, base).slice(0, MAX_FAULTS),
  ]
  const limits = { qubits: circuit.num_qubits, clbits: Math.min(circuit.num_clbits ?? MAX_CLBITS, MAX_CLBITS) }
  for (const [index, instruction] of circuit.instructions.entries()) {
    if (faults.length >= MAX_FAULTS) break
    const found = instructionFaults(instruction, limits, `${base}/instructions/${index}`)
    faults.push(...found.slice(0, MAX_FAULTS))
  }
  return faults.slice(0, MAX_FAULTS)
}

const physicalFaults = ({ physical_qubits, registers }: ParametricCircuit, base: string): Fault[] =>
  physical_qubits && registers
    ? [{ pointer: `${base}/registers`, message: 'physical qubits are in no register: leave registers out' }]
    : []

function instructionFaults(
  instruction: ParametricInstruction,
  limits: { readonly qubits: number; readonly clbits: number },
  at: string,
): Fault[] {
  const { name, qubits, clbits = [], params = [], condition } = instruction
  if (isLoopMark(instruction)) return condition ? conditionFaults(condition, limits.clbits, `${at}/condition`) : []
  const shape = gateNamed(name)
  if (!shape)
    return [
      {
        pointer: `${at}/name`,
        message: `unknown operation "${name}"; known: ${Object.keys(GATES).join(', ')}, while, until, end`,
      },
    ]
  return [
    ...qubitCountFault(qubits, shape.qubits, { pointer: `${at}/qubits`, name }),
    ...countFault(clbits, shape.clbits, { what: 'clbit', pointer: `${at}/clbits`, name }),
    ...countFault(params, shape.params, { what: 'param', pointer: `${at}/params`, name }),
    ...rangeFaults(qubits, limits.qubits, { what: 'qubit', pointer: `${at}/qubits` }),
    ...rangeFaults(clbits, limits.clbits, { what: 'clbit', pointer: `${at}/clbits` }),
    ...finiteFaults(params, `${at}/params`),
    ...repeatFaults(qubits, 'qubit', `${at}/qubits`),
    ...(condition ? conditionFaults(condition, limits.clbits, `${at}/condition`) : []),
  ]
}

const qubitCountFault = (
  given: number[],
  wanted: number | null,
  { pointer, name }: { readonly pointer: string; readonly name: string },
): Fault[] => {
  if (wanted !== null) return countFault(given, wanted, { what: 'qubit', pointer, name })
  return given.length > 0 ? [] : [{ pointer, message: `${name} takes at least 1 qubit, 0 given` }]
}

const countFault = (
  given: readonly unknown[],
  wanted: number,
  { what, pointer, name }: { readonly what: string; readonly pointer: string; readonly name: string },
): Fault[] =>
  given.length === wanted
    ? []
    : [{ pointer, message: `${name} takes ${wanted} ${what}${wanted === 1 ? '' : 's'}, ${given.length} given` }]

/** What is out of range, and where it is listed. */
interface ListedPart {
  readonly what: 'qubit' | 'clbit'
  readonly pointer: string
}

const rangeFault = (value: number, limit: number, { what, pointer }: ListedPart): Fault[] =>
  Number.isInteger(value) && value >= 0 && value < limit
    ? []
    : [{ pointer, message: `${what} ${value} is out of range 0..${limit - 1}` }]

const rangeFaults = (given: number[], limit: number, { what, pointer }: ListedPart): Fault[] =>
  given.flatMap((value, index) => rangeFault(value, limit, { what, pointer: `${pointer}/${index}` }))

/** Expressions are not checked here: their values depend on the table of parameters. */
const finiteFaults = (given: readonly Angle[], at: string): Fault[] =>
  given.flatMap((value, index) =>
    typeof value === 'string' || Number.isFinite(value)
      ? []
      : [{ pointer: `${at}/${index}`, message: `${value} is no finite angle in radians` }],
  )

function repeatFaults(given: number[], what: string, at: string): Fault[] {
  const seen = new Set<number>()
  return given.flatMap((value, index) => {
    const repeated = seen.has(value)
    seen.add(value)
    return repeated ? [{ pointer: `${at}/${index}`, message: `${what} ${value} is listed twice` }] : []
  })
}

function conditionFaults(condition: Condition, limit: number, at: string): Fault[] {
  const { value } = condition
  if ('clbit' in condition)
    return [
      ...rangeFault(condition.clbit, limit, { what: 'clbit', pointer: `${at}/clbit` }),
      ...(value === 0 || value === 1 ? [] : [{ pointer: `${at}/value`, message: `${value} is neither 0 nor 1` }]),
    ]
  const { clbits } = condition
  return [
    ...rangeFaults(clbits, limit, { what: 'clbit', pointer: `${at}/clbits` }),
    ...repeatFaults(clbits, 'clbit', `${at}/clbits`),
    ...(fits(value, clbits.length)
      ? []
      : [{ pointer: `${at}/value`, message: `${value} does not fit in ${clbits.length} bits, so it never holds` }]),
  ]
}
