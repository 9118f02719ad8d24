import { describe, expect, it } from 'vitest'
import { FRAME_PIECE_BITS } from '../../../../main/runs/sampling/frame-engine'
import { findAddon, nativeWith } from '../../simulation/engine-fixtures'
import { completed, MODULE, request } from '../laboratory'
import { labs } from '../open-labs'

const lab = labs()
const addon = findAddon()

describe.skipIf(!addon)('a run that is too large for one piece', () => {
  it('is kept, decoded again and replayed in pieces', async () => {
    const { runs } = lab({ simulator: nativeWith(addon) })
    const shots = 25_000
    const run = await runs.submit(MODULE, request({ rounds: 1000, shots, states: ['+'], preparation: 'projective' }))
    const record = await completed(runs, run)
    // The 0 rounds beside them fit into one.
    expect(record.shot_files.map(({ piece }) => piece)).toEqual([undefined, 0, 1])
    expect(record.shot_files.reduce((sum, file) => sum + file.shots, 0)).toBe(2 * shots)
    for (const { bits_per_shot, shots: here } of record.shot_files)
      expect(bits_per_shot * here).toBeLessThanOrEqual(FRAME_PIECE_BITS)
    expect(record.comparison.encoded.points).toMatchObject(
      [0, 1000].map(rounds => ({ rounds, shots, accepted: shots })),
    )
    const again = await runs.redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-lut' })
    expect(again.comparison).toEqual(record.comparison)
    const replayed = await completed(runs, await runs.replay({ ...MODULE, run_id: run.run_id }))
    expect(replayed.replay).toMatchObject({ identical: true })
  })
})
