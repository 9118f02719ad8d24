import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import { findAddon, freshSeed, nativeWith } from '../engine-fixtures'
import { anyCircuit, ghz, layered } from '../random-programs'

const addon = findAddon()
const reference = createReferenceSimulator()
const engines: [string, Simulator][] = [['reference', reference]]
if (addon) engines.push(['native', nativeWith(addon)])

const circuit = (num_qubits: number, ...instructions: Instruction[]): Circuit => ({ num_qubits, instructions })
const h = (q: number): Instruction => ({ name: 'h', qubits: [q] })
const cx = (a: number, b: number): Instruction => ({ name: 'cx', qubits: [a, b] })
const measure = (q: number, c: number): Instruction => ({ name: 'measure', qubits: [q], clbits: [c] })

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Six standard deviations of the difference of two shares, and room for the tail of rare counts. */
function expectAlike(fast: Map<string, number>, slow: Map<string, number>, note: string): void {
  const [fastShots, slowShots] = [total(fast), total(slow)]
  for (const key of new Set([...fast.keys(), ...slow.keys()])) {
    const a = (fast.get(key) ?? 0) / fastShots
    const b = (slow.get(key) ?? 0) / slowShots
    const mean = ((fast.get(key) ?? 0) + (slow.get(key) ?? 0)) / (fastShots + slowShots)
    const sigma = Math.sqrt(mean * (1 - mean) * (1 / fastShots + 1 / slowShots))
    expect(Math.abs(a - b), `${note}, ${key}: ${a} and ${b}`).toBeLessThanOrEqual(6 * sigma + 12 / slowShots)
  }
}

describe.each(engines)('the %s circuit engine', (_, engine) => {
  it('reads the highest classical bit first', async () => {
    const flipped = circuit(2, h(0), cx(0, 1), h(0), h(0), cx(0, 1), h(0), measure(1, 0), measure(0, 2))
    expect(await engine.countOutcomes(flipped, { shots: 10, seed: 1n })).toEqual(new Map([['000', 10]]))
    const ones = circuit(3, h(0), cx(0, 1), measure(0, 0), cx(0, 2), measure(1, 1), measure(2, 4))
    const counts = await engine.countOutcomes(ones, { shots: 400, seed: freshSeed() })
    expect([...counts.keys()].sort()).toEqual(['00000', '10011'])
  })

  it('gives a Bell pair two even outcomes', async () => {
    const seed = freshSeed()
    const counts = await engine.countOutcomes(ghz(2), { shots: 10_000, seed })
    expect([...counts.keys()].sort()).toEqual(['00', '11'])
    expect(total(counts)).toBe(10_000)
    expect(Math.abs(counts.get('00')! - 5_000), `seed ${seed}`).toBeLessThan(300)
  })

  it('gives a GHZ state of ten qubits two even outcomes', async () => {
    const seed = freshSeed()
    const counts = await engine.countOutcomes(ghz(10), { shots: 10_000, seed })
    expect([...counts.keys()].sort()).toEqual(['0'.repeat(10), '1'.repeat(10)])
    expect(Math.abs(counts.get('0'.repeat(10))! - 5_000), `seed ${seed}`).toBeLessThan(300)
  })

  it('collapses at a measurement in the middle', async () => {
    const twice = circuit(1, h(0), measure(0, 0), measure(0, 1), h(0), measure(0, 2))
    const counts = await engine.countOutcomes(twice, { shots: 8_000, seed: freshSeed() })
    expect([...counts.keys()].sort()).toEqual(['000', '011', '100', '111'])
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(240)
  })

  it('keeps the last outcome written to a bit', async () => {
    const rewritten = circuit(2, h(0), measure(0, 0), measure(1, 0))
    expect(await engine.countOutcomes(rewritten, { shots: 50, seed: freshSeed() })).toEqual(new Map([['0', 50]]))
    const other = circuit(2, measure(1, 0), h(0), measure(0, 0), cx(0, 1), measure(1, 1))
    const counts = await engine.countOutcomes(other, { shots: 200, seed: freshSeed() })
    expect([...counts.keys()].sort()).toEqual(['00', '11'])
  })

  it('runs two qubits of a large chiplet as two', async () => {
    const far = circuit(10_000, h(9_999), cx(9_999, 17), measure(17, 0), measure(9_999, 1))
    const counts = await engine.countOutcomes(far, { shots: 200, seed: freshSeed() })
    expect([...counts.keys()].sort()).toEqual(['00', '11'])
  })

  it('counts the empty outcome when nothing is measured', async () => {
    expect(await engine.countOutcomes(circuit(2, h(0)), { shots: 7, seed: 1n })).toEqual(new Map([['', 7]]))
    expect(await engine.countOutcomes(circuit(2), { shots: 7, seed: 1n })).toEqual(new Map([['', 7]]))
  })

  it('gives the same counts for the same seed', async () => {
    const deep = layered(7, 3)
    const seed = freshSeed()
    const first = await engine.countOutcomes(deep, { shots: 300, seed })
    expect(await engine.countOutcomes(deep, { shots: 300, seed })).toEqual(first)
    expect(await engine.countOutcomes(deep, { shots: 300, seed: seed ^ 1n })).not.toEqual(first)
  })

  const unsound: [string, Circuit, string][] = [
    ['an unknown gate', circuit(1, h(0), { name: 'toffoli', qubits: [0] }), '/circuit/instructions/1/name'],
    ['a qubit out of range', circuit(1, h(1)), '/circuit/instructions/0/qubits'],
    ['a cx of one qubit', circuit(2, { name: 'cx', qubits: [1] }), '/circuit/instructions/0/qubits'],
    ['a cx of a qubit with itself', circuit(2, cx(1, 1)), '/circuit/instructions/0/qubits'],
    ['a measure without a bit', circuit(1, { name: 'measure', qubits: [0] }), '/circuit/instructions/0/clbits'],
    ['a bit far out', circuit(1, measure(0, 2 ** 40)), '/circuit/instructions/0/clbits'],
  ]
  it.each(unsound)('refuses %s and points at it', async (_, wrong, pointer) => {
    await expect(engine.countOutcomes(wrong, { shots: 10, seed: 1n })).rejects.toMatchObject({
      code: 'invalid_request',
      faults: [{ pointer }],
    })
  })

  it('refuses more qubits than it holds, and more outcomes than it can count', async () => {
    const wide = circuit(64, ...Array.from({ length: engine.max_qubits + 1 }, (_, q) => h(q)))
    await expect(engine.countOutcomes(wide, { shots: 1, seed: 1n })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(
      engine.countOutcomes(circuit(1, measure(0, 2 ** 20 - 1)), { shots: 1_000_000, seed: 1n }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe.skipIf(!addon)('native circuits against the reference', () => {
  const native = nativeWith(addon)

  it('agree on h, cx and measure in any order', async () => {
    await fc.assert(
      fc.asyncProperty(anyCircuit, async any => {
        const [one, other] = [freshSeed(), freshSeed()]
        const fast = await native.countOutcomes(any, { shots: 20_000, seed: one })
        const slow = await reference.countOutcomes(any, { shots: 3_000, seed: other })
        expect(total(fast)).toBe(20_000)
        expectAlike(fast, slow, `seeds ${one} and ${other}`)
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('run many circuits at a time, each with its own counts', async () => {
    const seeds = Array.from({ length: 8 }, (_, i) => BigInt(i))
    const alone = []
    for (const seed of seeds) alone.push(await native.countOutcomes(layered(8, 4), { shots: 200, seed }))
    expect(await Promise.all(seeds.map(seed => native.countOutcomes(layered(8, 4), { shots: 200, seed })))).toEqual(
      alone,
    )
  })
})
