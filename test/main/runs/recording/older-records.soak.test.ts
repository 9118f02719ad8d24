/** Records of earlier versions, decoded again and replayed: without 0 rounds, and by an earlier decoder. */
import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../../../main/contract/runs/record'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { readText } from '../../read-text'
import { completed, MODULE, request } from '../laboratory'
import { labs } from '../open-labs'

const lab = labs()

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
