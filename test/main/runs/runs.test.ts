import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../../main/contract/runs/record'
import { Run } from '../../../main/contract/runs/run'
import { type BitPlanes, strideOf } from '../../../main/qec/program/frame'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { completed, MODULE, PLANES, reproducible, request } from './laboratory'
import { codeOf, labs } from './open-labs'

const lab = labs()

describe('a run', () => {
  it('goes from PENDING to COMPLETED and leaves a record that fits its contract', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request())
    expect(Run.parse(run)).toMatchObject({ status: 'PENDING', simulated: true, progress: { fraction: 0 } })
    const record = await completed(runs, run)
    expect(RunRecord.parse(record)).toEqual(record)
    expect(record).toMatchObject({ simulated: true, seed: 7, decoder: 'flag-lut', ft_preserved: true, override: false })
    const done = runs.get({ ...MODULE, run_id: run.run_id })
    expect(Run.parse(done)).toMatchObject({ status: 'COMPLETED', progress: { fraction: 1 } })
    expect(done.summary!.logical_error).toEqual(record.logical_error)
  })

  it('names every qubit of the chiplet, the best one by its pilot shots, the median one by its place', async () => {
    const { runs } = lab()
    const { comparison, physical_baseline_error } = await completed(runs, await runs.submit(MODULE, request()))
    expect(comparison.physical.map(({ qubit }) => qubit)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(comparison.physical.every(({ points }) => points.length === 6 * 4)).toBe(true)
    const { best, median } = physical_baseline_error
    const { pilot_shots, ranking, text } = comparison.selection!
    expect(pilot_shots).toBe(50)
    expect(ranking.map(({ qubit }) => qubit).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(text).toContain('ε of the qubit so chosen')
    const { error_per_round } = comparison.physical[best!.qubit]!.fit!
    expect(best).toMatchObject({ qubit: ranking[0]!.qubit, error_per_round: { value: error_per_round.value } })
    const errors = comparison.physical.map(({ fit }) => fit!.error_per_round.value!).sort((a, b) => a - b)
    expect(errors[4]).toBe(median!.error_per_round.value)
  })

  it('keeps its measured bits under the hashes of the record', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request({ mode: 'detection', rounds: 2, states: ['0', '-i'] }))
    const record = await completed(runs, run)
    expect(record.shot_files.map(({ state, rounds }) => [state, rounds])).toEqual([
      ['0', 0],
      ['-i', 0],
      ['0', 2],
      ['-i', 2],
    ])
    for (const { sha256, bits_per_shot, shots } of record.shot_files) {
      const bytes = await runs.shots({ ...MODULE, run_id: run.run_id, sha256 }, PLANES)
      expect(bytes.byteLength).toBe(bits_per_shot * strideOf(shots))
    }
    const other = { ...MODULE, run_id: run.run_id, sha256: '0'.repeat(64) }
    expect(await codeOf(() => runs.shots(other, PLANES))).toBe('not_found')
    const { sha256 } = record.shot_files[0]!
    const file = { ...MODULE, run_id: run.run_id, sha256 }
    await expect(runs.shots(file, { format: 'b8' }), 'which has no outcomes').rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(runs.slots(file, {})).rejects.toMatchObject({ code: 'conflict', details: { reason: 'no_outcomes' } })
  })

  it('gives the same record for the same request, calibration and seed, and another for another seed', async () => {
    const [one, two, other] = await Promise.all(
      [7, 7, 8].map(async seed => {
        const { runs } = lab()
        return reproducible(await completed(runs, await runs.submit(MODULE, request({ seed }))))
      }),
    )
    expect(two).toEqual(one)
    expect(other!.shot_files.map(({ sha256 }) => sha256)).not.toEqual(one!.shot_files.map(({ sha256 }) => sha256))
  })

  it('does not depend on which other states and rounds the run has', async () => {
    const { runs } = lab()
    const whole = await completed(runs, await runs.submit(MODULE, request({ mode: 'detection' })))
    const part = await completed(
      runs,
      await runs.submit(MODULE, request({ mode: 'detection', rounds: 2, states: ['+'] })),
    )
    for (const file of part.shot_files) expect(whole.shot_files).toContainEqual(file)
  })

  it('stores and shows the seed it chose when the request names none', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, { ...request({ rounds: [2, 1, 2] }), seed: undefined })
    expect(Number.isSafeInteger(run.request.seed)).toBe(true)
    expect(run.request.rounds).toEqual([1, 2])
    expect((await completed(runs, run)).seed).toBe(run.request.seed)
  })

  it('says null, never 0, when detection accepts nothing', async () => {
    const reference = createReferenceSimulator()
    const simulator: Simulator = {
      ...reference,
      async sampleFrames(program, { shots, seed, ...options }): Promise<BitPlanes> {
        const planes = await reference.sampleFrames(program, { shots, seed, ...options })
        // Every flag raised.
        if (program.qubits > 1)
          for (let p = 4; p < 8; p++) planes.data.fill(255, p * planes.stride, (p + 1) * planes.stride)
        return planes
      },
    }
    const { runs } = lab({ simulator })
    const record = await completed(runs, await runs.submit(MODULE, request({ mode: 'detection', shots: 64 })))
    expect(record.postselection_acceptance_rate).toMatchObject({ value: 0, low: 0 })
    expect(record.logical_error).toMatchObject({ value: null, low: null, high: null })
    expect(record.logical_gain.best).toMatchObject({ verdict: 'inconclusive', estimate: { value: null } })
    expect(record.comparison.encoded.fit).toBeNull()
    expect(record.warnings.map(({ code }) => code)).toContain('nothing_accepted')
  })

  it('says what both decoders make of its bits, and what error was predicted', async () => {
    const { runs } = lab()
    const asked = request({ rounds: [1, 2], states: ['0', '+'], decoder: 'flag-map' })
    const record = await completed(runs, await runs.submit(MODULE, asked))
    expect(record).toMatchObject({ decoder: 'flag-map', decoder_version: 'flag-map/1', dd_applied: false })
    expect(record.decoders!.map(({ decoder }) => decoder)).toEqual(['flag-map', 'flag-lut'])
    expect(record.decoders![0]!.logical_error).toEqual(record.logical_error)
    expect(
      record.decoders![0]!.points.map(({ state, rounds, accepted, failures }) => [state, rounds, accepted, failures]),
    ).toEqual(
      record.comparison.encoded.points.map(({ state, rounds, accepted, failures }) => [
        state,
        rounds,
        accepted,
        failures,
      ]),
    )
    expect(record.decoders![0]!.points.every(({ changed }) => changed === 0)).toBe(true)
    expect(record.decoders![1]!.points.some(({ changed }) => changed > 0)).toBe(true)
    expect(record.comparison.error).toMatchObject({ measured: record.logical_error })
    expect(record.comparison.error!.predicted!.value).toBeGreaterThan(0)
    expect(record.warnings.map(({ code }) => code)).toContain('decoder_by_likelihood')
  })

  it.each([[{ engine: 'trajectories', dd: 'xy4' }, '/dd']] as const)(
    'is refused with %o, which this version cannot run, as is its prediction',
    async (fields, pointer) => {
      const { runs } = lab()
      for (const refused of [runs.submit(MODULE, request(fields)), runs.predict(MODULE, request(fields))])
        await expect(refused).rejects.toMatchObject({ code: 'invalid_request', faults: [{ pointer }] })
    },
  )

  it('predicts the acceptance it then measures', async () => {
    const { runs } = lab()
    const record = await completed(runs, await runs.submit(MODULE, request({ mode: 'detection', shots: 2000 })))
    for (const { measured, predicted } of record.comparison.acceptance)
      expect(Math.abs(measured.value! / predicted! - 1)).toBeLessThan(0.15)
  })
})
