import { describe, expect, it } from 'vitest'
import type { ChangedCurrent } from '../../../../main/backends/backends'
import type { DriftChange } from '../../../../main/contract/backends/drift'
import { createCurrentChanges } from '../../../../main/modules/drift/snapshot-changes'
import { syntheticDevice } from '../../qec/devices'

const { profile, snapshot } = syntheticDevice(4, [[0, 1]])
const chiplets = [
  { chiplet_id: 'a', qubits: [0, 1] },
  { chiplet_id: 'b', qubits: [2, 3] },
]
const as = (calibration_id: string) => ({ ...snapshot, calibration_id })
const changed = (before: string, after: string) =>
  ({
    device: { ...profile, chiplets },
    change: { text: 'made up', moves: null },
    before: as(before),
    after: as(after),
  }) as ChangedCurrent

function changes(result: ChangedCurrent, asked: string[] = []) {
  const drifts = {
    change: async (_: unknown, { chiplet: { chiplet_id } }: { chiplet: { chiplet_id: string } }) => {
      asked.push(chiplet_id)
      return { layout_changed: chiplet_id === 'b', text: 'b moves' } as DriftChange
    },
  }
  const backends = { storeCalibration: () => never(), makeCurrent: () => result, revertCurrent: () => result }
  return createCurrentChanges({ backends, drifts })
}
const never = (): never => {
  throw new Error('not asked for')
}

describe('a change of the current snapshot', () => {
  it('says beforehand which layouts it would move, and only those', async () => {
    const { moves } = await changes(changed('old', 'new')).make('synthetic', {
      calibration_id: 'new',
      request: { dry_run: true },
    })
    expect(moves).toEqual([{ logical_id: 'b.L0', change: { layout_changed: true, text: 'b moves' } }])
  })

  it('that is none moves nothing, and asks nothing', async () => {
    const asked: string[] = []
    expect((await changes(changed('old', 'old'), asked).revert('synthetic', { dry_run: true })).moves).toEqual([])
    expect(asked).toEqual([])
  })

  it('that is made is answered at once: the stream reports the moves', async () => {
    const asked: string[] = []
    expect((await changes(changed('old', 'new'), asked).revert('synthetic', { dry_run: false })).moves).toBeNull()
    expect(asked).toEqual([])
  })

  it('stops when no caller waits any more', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(
      changes(changed('old', 'new')).make('synthetic', {
        calibration_id: 'new',
        request: { dry_run: true },
        signal: gone,
      }),
    ).rejects.toThrow('gone')
  })
})
