import { describe, expect, it } from 'vitest'
import { encodeTrajectories } from '../../../../main/simulation/encoding/trajectories'
import type { RunOptions } from '../../../../main/simulation/model/run-options'
import type { TrajectoryProgram, TrajectorySimulator } from '../../../../main/simulation/model/trajectory'
import { createNativeTrajectories } from '../../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { abortAfter, findAddon, freshSeed, progressUntil } from '../engine-fixtures'
import { exactOutcomes } from './density-matrix'
import { always, gateStep, randomProgram, read, under } from './random-programs'
import { exactProgramCases, expectExact, threadCases } from './random-programs.cases'

const addon = findAddon()
const engines: [string, TrajectorySimulator, number][] = [['reference', createReferenceTrajectories(), 4_000]]
if (addon) engines.push(['native', createNativeTrajectories(addon), 30_000])

const x = gateStep('x', [0])
const h = (q: number) => gateStep('h', [q])
const damp = (gamma: number, target = 0) => ({ kind: 'damp', target, gamma }) as const

describe.each(engines)('the %s trajectories', (name, engine, shots) => {
  exactProgramCases(engine, shots, name === 'native' ? 25 : 10)

  it.each([0, 0.1, 1, 3])('let |1> decay as exp(-t/T1), t/T1 = %d, in however many pieces', async time => {
    const seed = freshSeed()
    const steps = always(...x, ...Array.from({ length: 10 }, () => damp(-Math.expm1(-time / 10))), read(0))
    const counts = await engine.countOutcomes({ qubits: 1, clbits: 1, steps }, { shots, seed })
    const p = Math.exp(-time)
    const slack = 6 * Math.sqrt(shots * p * (1 - p)) + 1e-6
    expect(Math.abs((counts.get('1') ?? 0) - shots * p), `seed ${seed}`).toBeLessThanOrEqual(slack)
  })

  it('never excite |0>, and decay surely at gamma 1', async () => {
    const ground = { qubits: 1, clbits: 1, steps: always(damp(0.7), damp(1), read(0)) }
    expect([...(await engine.countOutcomes(ground, { shots: 500, seed: freshSeed() }))]).toEqual([['0', 500]])
    const excited = { qubits: 1, clbits: 1, steps: always(...x, damp(1), read(0)) }
    expect([...(await engine.countOutcomes(excited, { shots: 500, seed: freshSeed() }))]).toEqual([['0', 500]])
  })

  it('keep the coherence that dephasing leaves, as an echo cannot undo', async () => {
    const seed = freshSeed()
    const dephase = { kind: 'pauli1', target: 0, px: 0, py: 0, pz: 0.1 } as const
    const steps = always(...h(0), damp(0.2), dephase, ...x, damp(0.2), dephase, ...h(0), read(0))
    const program = { qubits: 1, clbits: 1, steps }
    expectExact(await engine.countOutcomes(program, { shots, seed }), program, shots, `seed ${seed}`)
    // |+> through an echo: coherence sqrt(0.8)^2 (1 - 2 * 0.1)^2.
    expect(exactOutcomes(program).get('0')).toBeCloseTo((1 + 0.8 * 0.64) / 2, 12)
  })

  it('act on the bit that was noted, not on what was there', async () => {
    const steps = [...always(read(0, 0, 1, 0)), ...under([{ clbit: 0, value: 1 }], ...x), ...always(read(0, 1))]
    const counts = await engine.countOutcomes({ qubits: 1, clbits: 2, steps }, { shots: 200, seed: freshSeed() })
    expect([...counts]).toEqual([['11', 200]])
  })

  it('give the same counts for the same seed, others for another', async () => {
    const program = randomProgram(5, 3, 30)
    const seed = freshSeed()
    const first = await engine.countOutcomes(program, { shots: 2_000, seed })
    expect(await engine.countOutcomes(program, { shots: 2_000, seed })).toEqual(first)
    const fair = { qubits: 2, clbits: 2, steps: always(...h(0), ...h(1), read(0), read(1)) }
    const [a, b] = [
      await engine.countOutcomes(fair, { shots: 2_000, seed }),
      await engine.countOutcomes(fair, { shots: 2_000, seed: seed ^ 1n }),
    ]
    expect(a).not.toEqual(b)
  })

  it('refuse more qubits than they hold', async () => {
    const wide = { qubits: engine.max_qubits + 1, clbits: 1, steps: always(read(0)) }
    await expect(engine.countOutcomes(wide, { shots: 1, seed: 1n })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('count the empty outcome when nothing is measured', async () => {
    const program = { qubits: 1, clbits: 0, steps: always(...h(0)) }
    expect(await engine.countOutcomes(program, { shots: 7, seed: 1n })).toEqual(new Map([['', 7]]))
  })
})

/** Far more than a second of work for either engine. */
function longWork(): TrajectoryProgram {
  const layer = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap(q => [
    ...gateStep('ry', [q], 0.3 + q),
    ...gateStep('cz', [q, (q + 1) % 12]),
    damp(0.02, q),
  ])
  return { qubits: 12, clbits: 1, steps: always(...Array.from({ length: 100 }, () => layer).flat(), read(0)) }
}

describe.each(engines)('the %s trajectories at long work', (_, engine) => {
  const long = (options: RunOptions) => engine.countOutcomes(longWork(), { shots: 200_000, seed: 1n, ...options })

  it('stop within 200 ms of processor time after an abort, with its reason', { retry: 2 }, async () => {
    const { reason, computed_ms } = await abortAfter(100, signal => long({ signal }))
    expect(reason).toMatchObject({ message: 'enough' })
    expect(computed_ms).toBeLessThan(200)
  })

  it('refuse at once when aborted before the start', async () => {
    await expect(long({ signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late')
  })

  it('report rising progress between 0 and 1', async () => {
    const seen = await progressUntil(3, long)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    for (const fraction of seen) expect(fraction >= 0 && fraction <= 1).toBe(true)
  })
})

describe.skipIf(!addon)('native trajectories', () => {
  threadCases(addon, 8)

  it('give the same counts however few states there is room for', async () => {
    const seed = freshSeed()
    const program = randomProgram(Number(seed & 0xffffffffn), 4, 40)
    const { clbit_of: _, ...encoded } = encodeTrajectories(program)
    const run = (state_bytes: number) =>
      addon!.runTrajectories({ ...encoded, shots: 500, seed, state_bytes, precision: 64, threads: 2 }).promise
    const roomy = await run(2 ** 28)
    for (const bytes of [0, 1_500, 4_000]) expect(await run(bytes), `seed ${seed}, ${bytes} bytes`).toEqual(roomy)
  })
})
