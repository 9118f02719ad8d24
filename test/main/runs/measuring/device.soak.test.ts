/** A run on the sequencer twin that takes many batches. */
import { describe, expect, it } from 'vitest'
import { DEMO } from '../../twins/sequencer/rig'
import { completed, request } from '../laboratory'
import { LIVE, SHORT, stations } from './device-station'

const { onThread, station } = stations()

describe('a run on a device', () => {
  it('alternates by batch between baselines and encoded circuits, and a program has a turn for each of its batches', async () => {
    const small = { ...DEMO, bins: 4_096 }
    const { runs } = await station({ profile: small }, { computing: onThread() })
    const record = await completed(runs, await runs.submit(LIVE, request(SHORT)))
    if (record.record_version !== 'pentad-run/2') throw new Error('a measured run has a record of version 2')
    const { order, sequencers } = record
    const turns = order.filter(({ kind }) => kind === 'baseline' || kind === 'encoded')
    for (const kind of ['baseline', 'encoded'])
      for (const rounds of [0, 1, 2])
        for (const state of SHORT.states) {
          const own = turns.filter(one => one.kind === kind && one.rounds === rounds && one.state === state)
          expect(own.reduce((sum, { shots }) => sum + shots, 0)).toBe(SHORT.shots)
        }
    const often = turns.filter(one => one.kind === 'encoded' && one.rounds === 2 && one.state === '+')
    expect(often.length).toBeGreaterThan(2)
    const changes = turns.slice(1).filter(({ kind }, i) => kind !== turns[i]!.kind).length
    expect(changes).toBeGreaterThan(turns.filter(({ kind }) => kind === 'baseline').length / 2)
    const played = sequencers[0]!.programs.filter((_, i) => order[i]!.kind !== 'wall-time')
    expect(played.slice(2).map(({ batches }) => batches.length)).toEqual(played.slice(2).map(() => 1))
  })
})
