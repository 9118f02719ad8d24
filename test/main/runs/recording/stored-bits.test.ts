import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Redecoding, Run } from '../../../../main/contract/runs/run'
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

describe('decoding again is refused', () => {
  it('for a run that is not finished, was aborted, or does not exist', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request())
    const params = { ...MODULE, run_id: run.run_id }
    expect(await codeOf(() => runs.redecode(params, { decoder: 'flag-map' }))).toBe('result_not_ready')
    await runs.abort(params, { kind: 'session', key_id: null, name: 'account holder', roles: ['qec'] })
    expect(await codeOf(() => runs.redecode(params, { decoder: 'flag-map' }))).toBe('run_aborted')
    const nobody = { ...MODULE, run_id: crypto.randomUUID() }
    expect(await codeOf(() => runs.redecode(nobody, { decoder: 'flag-map' }))).toBe('not_found')
  })

  it.each(['missing', 'damaged'] as const)('for bits that are %s on the disk, and the error says which', async how => {
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

  it('for a record that the current decoder does not reproduce', async () => {
    const { runs, store } = lab()
    const run = await runs.submit(MODULE, request({ rounds: 1, states: ['+'], shots: 50 }))
    const record = await completed(runs, run)
    record.comparison.encoded.points[0]!.failures += 1
    store.db.prepare('UPDATE runs SET record = ? WHERE run_id = ?').run(JSON.stringify(record), run.run_id)
    const refused = runs.redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-map' })
    await expect(refused).rejects.toMatchObject({ code: 'conflict', details: { reason: 'other_decoder_version' } })
  })
})
