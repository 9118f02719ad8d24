/** Where the caller says on which device qubits a circuit runs: by a layout, or by qubits that are the device's own. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Target } from '../../../../main/circuits/transpile/model/target'
import { transpile } from '../../../../main/circuits/transpile/transpile'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { AppError, type Fault } from '../../../../main/contract/model/errors'
import { grid, line } from './coupling-graphs'
import { expectEquivalent, expectRunnable } from './equivalence'
import { unitaryCircuit } from './samples'

const gate = (name: string, ...qubits: number[]): Instruction => ({ name, qubits })
const measure = (qubit: number): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [qubit] })
const physical = (num_qubits: number, ...instructions: Instruction[]): Circuit => ({
  num_qubits,
  physical_qubits: true,
  instructions,
})

function faultsOf(run: () => unknown): readonly Fault[] {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error.faults
    throw error
  }
  return []
}

/** A line of four qubits without the coupling of 1 and 2, so that 0 and 1 are a region of their own. */
const parted = (): Target => {
  const whole = line(4)
  return { ...whole, couplings: whole.couplings.filter(({ a, b }) => !(a === 1 && b === 2)) }
}

describe('an initial layout', () => {
  it('is where every qubit starts, and SWAPs keep what the circuit does', () => {
    const layouts = fc.shuffledSubarray([...Array(9).keys()], { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(unitaryCircuit(4, 20), layouts, (circuit, layout) => {
        const target = grid(3, 3)
        const result = expectEquivalent(circuit, target, 0, { layout })
        expectRunnable(result, target)
        expect(result.initial_layout).toEqual(layout.slice(0, circuit.num_qubits))
        expect(result.layout_is_optimal).toBe(false)
      }),
      { numRuns: 25 },
    )
  })

  it('without routing moves nothing, and names each gate whose qubits are not coupled', () => {
    const circuit = { num_qubits: 3, instructions: [gate('h', 0), gate('cx', 0, 1), gate('cx', 0, 2), measure(2)] }
    const kept = transpile(circuit, grid(3, 3), { layout: [4, 3, 1], routing: 'none' })
    expect(kept).toMatchObject({ initial_layout: [4, 3, 1], final_layout: [4, 3, 1], swap_count: 0 })
    expect(faultsOf(() => transpile(circuit, line(4), { layout: [0, 1, 2], routing: 'none' }))).toEqual([
      {
        pointer: '/circuit/instructions/2',
        message: expect.stringMatching(
          /^cx comes to act on the device qubits 0 and 2, which are not coupled .*: 0 is to 1, 2 to 1, 3; choose others, or set options.routing/,
        ),
      },
    ])
  })

  it('refuses qubits that do not work, and gates across regions', () => {
    const circuit = { num_qubits: 2, instructions: [gate('cz', 0, 1), measure(1)] }
    expect(faultsOf(() => transpile(circuit, line(3), { layout: [1, 7] }))).toEqual([
      {
        pointer: '/options/initial_layout/1',
        message: expect.stringMatching(/^qubit 7 is none that works .*: 0, 1, 2$/),
      },
    ])
    expect(faultsOf(() => transpile(circuit, parted(), { layout: [0, 3] }))).toEqual([
      { pointer: '/circuit/instructions/0', message: expect.stringMatching(/0 and 3, which no way .* choose others$/) },
    ])
    // A qubit that nothing acts on needs no place that works.
    const one = { num_qubits: 2, instructions: [measure(1)] }
    expect(transpile(one, line(3), { layout: [7, 2] }).initial_layout).toEqual([null, 2])
  })
})

describe('physical qubits', () => {
  const sitesOf = ({ instructions }: { instructions: readonly { name: string; qubits: number[] }[] }, name: string) =>
    instructions.filter(each => each.name === name).map(({ qubits }) => qubits)

  it('stay where they are, also behind a swap, which is played', () => {
    const circuit = physical(4, gate('x', 3), gate('swap', 3, 2), measure(3), measure(2))
    const result = transpile(circuit, line(5))
    expect(sitesOf(result.circuit, 'measure')).toEqual(expect.arrayContaining([[3], [2]]))
    expect(result).toMatchObject({ initial_layout: [null, null, 2, 3], final_layout: [null, null, 2, 3] })
    expect(result.cz_count).toBe(3)
    expect(transpile({ ...circuit, physical_qubits: undefined }, line(5)).cz_count).toBe(0)
  })

  it('do what the circuit does', () => {
    fc.assert(
      fc.property(unitaryCircuit(3, 12), ({ instructions }) => {
        const coupled = instructions.filter(
          ({ qubits }) => qubits.length < 3 && Math.abs(qubits[0]! - (qubits[1] ?? qubits[0]!)) < 2,
        )
        const all = [0, 1, 2].map(qubit => gate('h', qubit))
        const circuit = physical(3, ...all, ...coupled)
        const result = expectEquivalent(circuit, line(3))
        expect(result.initial_layout).toEqual([0, 1, 2])
      }),
      { numRuns: 25 },
    )
  })

  it('are refused where a gate needs a coupling that is not there, unless routing is asked for', () => {
    const circuit = physical(4, gate('h', 0), gate('cx', 0, 3), measure(3))
    expect(faultsOf(() => transpile(circuit, line(4)))).toMatchObject([{ pointer: '/circuit/instructions/1' }])
    expect(transpile(circuit, line(4), { routing: 'swaps' }).swap_count).toBeGreaterThan(0)
    expect(faultsOf(() => transpile(physical(8, measure(7)), line(4)))).toMatchObject([
      { pointer: '/circuit/instructions/0' },
    ])
  })
})

it('without routing the calibration chooses among layouts that need no SWAP, and says where there is none', () => {
  const star = { num_qubits: 4, instructions: [1, 2, 3].map(to => gate('cz', 0, to)) }
  expect(transpile(star, grid(3, 2), { routing: 'none' }).swap_count).toBe(0)
  expect(faultsOf(() => transpile(star, line(5), { routing: 'none' }))).toMatchObject([{ pointer: '/options/routing' }])
})
