import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../../../main/contract/runs/record'
import { Redecoding, Run } from '../../../../main/contract/runs/run'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { readText } from '../../read-text'
import { completed, MODULE, request } from '../laboratory'
import { codeOf, labs } from '../open-labs'

const lab = labs()

describe.each(['correction', 'detection'] as const)('decoding a finished run again in %s mode', mode => {
  it('with the same decoder reproduces the record exactly', async () => {
    const { runs } = lab()
    const asked = request({ mode, rounds: [1, 2], states: ['0', '-i'] })
    const run = await runs.submit(MODULE, asked)
    const record = await completed(runs, run)
    const again = await runs.redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-lut' })
    expect(Redecoding.parse(again)).toEqual(again)
    expect(again.comparison).toEqual(record.comparison)
    expect(again).toMatchObject({ changed_shots: 0, total_shots: 6 * 200, logical_error: record.logical_error })
  })

  it('with the other decoder gives what the other decoder would have recorded', async () => {
    const { runs } = lab()
    const asked = (decoder: 'flag-lut' | 'flag-map') => request({ mode, rounds: [1, 2], states: ['+', '1'], decoder })
    const [lut, map] = [await runs.submit(MODULE, asked('flag-lut')), await runs.submit(MODULE, asked('flag-map'))]
    const [before, after] = [await completed(runs, lut), await completed(runs, map)]
    const again = await runs.redecode({ ...MODULE, run_id: lut.run_id }, { decoder: 'flag-map' })
    expect(again.comparison.encoded).toEqual(after.comparison.encoded)
    expect(again.comparison.gain_best).toEqual(after.comparison.gain_best)
    expect(again).toMatchObject({
      decoder: 'flag-map',
      recorded: { decoder: 'flag-lut', logical_error: before.logical_error },
    })
    const changed = before.decoders!.find(({ decoder }) => decoder === 'flag-map')!.points
    expect(again.changed_shots).toBe(changed.reduce((sum, point) => sum + point.changed, 0))
    expect(await completed(runs, lut)).toEqual(before)
  })
})

it('takes records that were stored before runs could choose how to prepare and read', async () => {
  const { runs, store } = lab()
  const run = await runs.submit(MODULE, request({ rounds: 1, states: ['+'], shots: 50, preparation: 'projective' }))
  const { comparison } = await completed(runs, run)
  store.db.exec(`UPDATE runs SET record = json_remove(record, '$.decoders', '$.comparison.error'),
    request = json_set(json_remove(request, '$.preparation', '$.readout', '$.engine'), '$.dd', json('true'))`)
  const params = { ...MODULE, run_id: run.run_id }
  const choices = { preparation: 'projective', readout: 'checked', engine: 'frames', dd: false }
  expect(Run.parse(runs.get(params)).request).toMatchObject(choices)
  const again = await runs.redecode(params, { decoder: 'flag-lut' })
  expect(again).toMatchObject({ changed_shots: 0, comparison: { encoded: comparison.encoded } })
  expect((await completed(runs, await runs.replay(params))).replay).toMatchObject({ identical: true })
})

/** A record as versions wrote it that measured no 0 rounds and chose the best qubit by its own shots. */
function olderRecord(record: RunRecord): RunRecord {
  const later = <T extends { rounds: number }>(points: readonly T[]) => points.filter(({ rounds }) => rounds > 0)
  const { selection: _, ...comparison } = record.comparison
  const { encoded, physical } = comparison
  return {
    ...record,
    shot_files: later(record.shot_files),
    comparison: {
      ...comparison,
      encoded: { ...encoded, points: later(encoded.points), pooled: later(encoded.pooled) },
      physical: physical.map(qubit => ({ ...qubit, points: later(qubit.points) })),
    },
  }
}

it('decodes and replays records without 0 rounds and pilot shots, circuits as they were', async () => {
  const { runs, store } = lab()
  const run = await runs.submit(MODULE, request({ rounds: [1, 2, 4], states: ['+', '0'], preparation: 'projective' }))
  const older = olderRecord(await completed(runs, run))
  store.db.prepare('UPDATE runs SET record = ? WHERE run_id = ?').run(JSON.stringify(older), run.run_id)
  const params = { ...MODULE, run_id: run.run_id }
  expect(RunRecord.parse(await completed(runs, run))).toEqual(older)
  const { comparison, changed_shots, total_shots } = await runs.redecode(params, { decoder: 'flag-lut' })
  expect([changed_shots, total_shots]).toEqual([0, 6 * 200])
  expect(comparison).not.toHaveProperty('selection')
  expect(comparison.encoded.fit).not.toHaveProperty('zero_rounds')
  const figures = comparison.physical.flatMap(({ fit }) => fit?.error_per_round.value ?? [])
  expect(comparison.best?.error_per_round.value ?? null).toBe(figures.length > 0 ? Math.min(...figures) : null)
  const repeated = await completed(runs, await runs.replay(params))
  expect(repeated.replay).toEqual({ of: run.run_id, identical: true, differing: [] })
  expect(repeated.shot_files.filter(({ rounds }) => rounds > 0)).toEqual(older.shot_files)
})

describe('a record of an earlier decoder, without a choice of readout', () => {
  /** As version 1 of the decoder left it. */
  async function earlier(readout: 'checked' | 'fault-tolerant') {
    const { runs, store } = lab({ simulator: createReferenceSimulator() })
    const run = await runs.submit(MODULE, request({ rounds: 1, states: ['+', '0'], shots: 50, readout }))
    const { readout_choice: _, ...record } = await completed(runs, run)
    const older: RunRecord = { ...record, decoder_version: 'flag-lut/1', engine: 'reference-frames/1' }
    store.db.prepare('UPDATE runs SET record = ? WHERE run_id = ?').run(JSON.stringify(older), run.run_id)
    return { runs, older, params: { ...MODULE, run_id: run.run_id } }
  }

  it.each(['checked', 'fault-tolerant'] as const)('opens, and decoding it again names both: %s', async readout => {
    const { runs, older, params } = await earlier(readout)
    expect(RunRecord.parse(readText(await runs.record(params)))).toEqual(older)
    const again = await runs.redecode(params, { decoder: 'flag-lut' })
    expect(again).toMatchObject({
      decoder_version: 'flag-lut/2',
      recorded: { decoder_version: 'flag-lut/1' },
      changed_shots: 0,
    })
  })

  it('is replayed by another engine and read by another decoder, which run and record say', async () => {
    const { runs, params } = await earlier('fault-tolerant')
    const replay = await runs.replay(params)
    const record = await completed(runs, replay)
    expect(record.replay).toMatchObject({ of: params.run_id, identical: false })
    for (const { warnings } of [replay, record]) {
      const said = (code: string) => warnings.find(warning => warning.code === code)?.message
      expect(said('replay_other_engine')).toMatch(/reference-frames\/1.*reference-frames\/2/)
      expect(said('replay_other_decoder')).toMatch(/flag-lut\/1.*flag-lut\/2/)
    }
  })
})

describe('what cannot be decoded again', () => {
  it('is a run that is not finished, or is none', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request())
    const params = { ...MODULE, run_id: run.run_id }
    expect(await codeOf(() => runs.redecode(params, { decoder: 'flag-map' }))).toBe('result_not_ready')
    await runs.abort(params, { kind: 'session', key_id: null, name: 'account holder', roles: ['qec'] })
    expect(await codeOf(() => runs.redecode(params, { decoder: 'flag-map' }))).toBe('run_aborted')
    const nobody = { ...MODULE, run_id: crypto.randomUUID() }
    expect(await codeOf(() => runs.redecode(nobody, { decoder: 'flag-map' }))).toBe('not_found')
  })

  it.each(['missing', 'damaged'] as const)('are bits that are %s on the disk, and the error says which', async how => {
    const { runs, store } = lab()
    const run = await runs.submit(MODULE, request({ rounds: [1, 2], states: ['+'], shots: 50 }))
    const { shot_files } = await completed(runs, run)
    const { sha256 } = shot_files[2]!
    const path = join(store.files, sha256.slice(0, 2), sha256)
    if (how === 'missing') rmSync(path)
    else writeFileSync(path, 'rubbish')
    const refused = await runs
      .redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-map' })
      .catch(error => error)
    expect(refused).toMatchObject({
      code: 'conflict',
      details: { sha256, state: '+', rounds: 2, reason: `${how}_bits` },
    })
    expect(refused.message).toContain('state |+⟩ with 2 rounds')
  })

  it('is a record that the decoder as it is now does not reproduce', async () => {
    const { runs, store } = lab()
    const run = await runs.submit(MODULE, request({ rounds: 1, states: ['+'], shots: 50 }))
    const record = await completed(runs, run)
    record.comparison.encoded.points[0]!.failures += 1
    store.db.prepare('UPDATE runs SET record = ? WHERE run_id = ?').run(JSON.stringify(record), run.run_id)
    const refused = runs.redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-map' })
    await expect(refused).rejects.toMatchObject({ code: 'conflict', details: { reason: 'other_decoder_version' } })
  })
})
