import { describe, expect, it } from 'vitest'
import { GATES } from '../../../../main/contract/gates/gate-table'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import type { CircuitState } from '../../../../main/contract/jobs/circuit-state'
import { circuitState } from '../../../../main/simulation/live/circuit-state'
import { writeStim } from '../../../../main/simulation/stabilizer/write-stim'
import { gate, measure, randomCircuit, when } from './circuits'

const QUBITS = 3
const stateOf = (circuit: Circuit): CircuitState => circuitState({ circuit }, () => undefined)

/** Stim's own names for gates of ours, apart from the writer. */
const OURS: Readonly<Record<string, string>> = {
  I: 'id',
  X: 'x',
  Y: 'y',
  Z: 'z',
  H: 'h',
  S: 's',
  S_DAG: 'sdg',
  SQRT_X: 'sx',
  SQRT_X_DAG: 'sxdg',
  CX: 'cx',
  CY: 'cy',
  CZ: 'cz',
  SWAP: 'swap',
  ISWAP: 'iswap',
  R: 'reset',
}

/** Reads what `writeStim` writes: each measurement into a bit of its own. */
function readStim(text: string): { circuit: Circuit; bits: Map<number, number> } {
  const bits = new Map<number, number>()
  const instructions: Instruction[] = []
  let measured = 0
  for (const line of text.trimEnd().split('\n')) {
    const [name = '', ...targets] = line.split(' ')
    if (name === '#') for (const [, clbit, at] of line.matchAll(/(\d+):(\d+)/g)) bits.set(Number(clbit), Number(at))
    else if (name === 'TICK') instructions.push(gate('barrier', ...Array.from({ length: QUBITS }, (_, q) => q)))
    else if (name === 'M') for (const qubit of targets) instructions.push(measure(Number(qubit), measured++))
    else if (targets[0]?.startsWith('rec['))
      instructions.push(
        when(measured + Number.parseInt(targets[0].slice(4), 10), 1, gate(OURS[name]!.slice(1), Number(targets[1]))),
      )
    else instructions.push(gate(OURS[name]!, ...targets.map(Number)))
  }
  return { circuit: { num_qubits: QUBITS, num_clbits: Math.max(1, measured), instructions }, bits }
}

/** Probabilities of the values that our classical bits take in the end, from those of the whole record. */
function outcomesOn(state: CircuitState, clbits: number, bitOf: (clbit: number) => number | undefined) {
  const sums = new Map<string, number>()
  for (const { bits, probability } of state.outcomes) {
    const bitAt = (clbit: number) => {
      const at = bitOf(clbit)
      return at === undefined ? '0' : bits.at(-1 - at)
    }
    const key = Array.from({ length: clbits }, (_, clbit) => bitAt(clbit)).join('')
    sums.set(key, (sums.get(key) ?? 0) + probability)
  }
  return sums
}

function expectSame(circuit: Circuit): void {
  const { circuit: read, bits } = readStim(writeStim(circuit))
  const [ours, stims] = [stateOf(circuit), stateOf(read)]
  expect(stims.probabilities).toEqual(closeTo(ours.probabilities))
  expect(stims.qubit_states).toEqual(closeTo(ours.qubit_states))
  const clbits = circuit.num_clbits!
  const [left, right] = [outcomesOn(ours, clbits, at => at), outcomesOn(stims, clbits, at => bits.get(at))]
  for (const key of new Set([...left.keys(), ...right.keys()]))
    expect(right.get(key) ?? 0).toBeCloseTo(left.get(key) ?? 0, 9)
}

const closeTo = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'number' ? expect.closeTo(one, 9) : one))

describe('a circuit written for Stim', () => {
  it('is exactly the same for random gates, measurements, resets and feedback', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { instructions } = randomCircuit(seed, QUBITS, 8, 'paulis')
      expectSame({ num_qubits: QUBITS, num_clbits: 2 * QUBITS, instructions })
    }
  })

  it('keeps the names of all Clifford gates of the table', () => {
    for (const [name, { clifford, qubits, params }] of Object.entries(GATES)) {
      if (!clifford || params > 0 || qubits === null) continue
      const [line, more] = writeStim({
        num_qubits: 2,
        instructions: [gate(name, ...(qubits === 1 ? [0] : [0, 1]))],
      }).split('\n')
      expect([OURS[line!.split(' ')[0]!], more]).toEqual([name, ''])
    }
  })

  it('refuses by their instruction what Stim cannot say', () => {
    const refusal = (...instructions: Instruction[]) => {
      expect(() => writeStim({ num_qubits: 2, num_clbits: 2, instructions })).toThrow(/^Instruction \d|parameters/)
      try {
        writeStim({ num_qubits: 2, num_clbits: 2, instructions })
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(refusal(gate('h', 0), gate('t', 0))).toContain('Instruction 1: t is no Clifford gate')
    expect(refusal({ name: 'rz', qubits: [0], params: [0.3] })).toContain('rz is no Clifford gate')
    expect(refusal({ name: 'x', qubits: [0], condition: { clbits: [0, 1], value: 2 } })).toContain('one classical bit')
    expect(refusal(when(0, 1, gate('h', 0)))).toContain('Paulis under a condition only, no h')
    expect(refusal(when(0, 1, measure(0)))).toContain('no measure')
    expect(
      refusal({ name: 'while', qubits: [], condition: { clbit: 0, value: 0 } }, gate('x', 0), {
        name: 'end',
        qubits: [],
      }),
    ).toContain('no loops')
    expect(() => writeStim({ num_qubits: 1, instructions: [{ name: 'rz', qubits: [0], params: ['theta'] }] })).toThrow(
      'Stim has no parameters',
    )
  })
})
