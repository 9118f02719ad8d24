import { describe, expect, it } from 'vitest'
import type { DriftChange } from '../../../../main/contract/backends/drift'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { createLog } from '../../../../main/log/log'
import { createDriftWatch, type DriftEvent } from '../../../../main/modules/drift/watch'
import { syntheticDevice } from '../../qec/devices'

const { profile, snapshot } = syntheticDevice(4, [[0, 1]])
const chiplets = [
  { chiplet_id: 'a', qubits: [0, 1] },
  { chiplet_id: 'b', qubits: [2, 3] },
]
const device = { ...profile, chiplets }
const as = (calibration_id: string): CalibrationSnapshot => ({ ...snapshot, calibration_id })
const changed = (layout_changed: boolean) => ({ layout_changed, text: 'made up' }) as DriftChange
const ids = (device_id: string) => [device_id, `${device_id}-mock`]

function watch(change: (chiplet_id: string) => Promise<DriftChange>) {
  const reported: DriftEvent[] = []
  const drifts = {
    change: (_: unknown, { chiplet: { chiplet_id } }: { chiplet: { chiplet_id: string } }) => change(chiplet_id),
  }
  const publish = (event: DriftEvent) => void reported.push(event)
  return { reported, ...createDriftWatch({ drifts, backendsOf: ids, publish, log: createLog('silent') }) }
}
const snapshotChange = (before: string, after: string, calibration_id = after) => ({
  device,
  cause: 'imported' as const,
  calibration_id,
  before: as(before),
  after: as(after),
})

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('after an import', () => {
  it('the snapshot is reported at once, and then which layouts moved, to both backends', async () => {
    const { reported, onSnapshot } = watch(async chiplet => changed(chiplet === 'b'))
    onSnapshot(snapshotChange('old', 'new'))
    const told_now = reported.map(({ type, backend_id }) => [type, backend_id])
    expect(told_now).toEqual([
      ['snapshot', 'synthetic'],
      ['snapshot', 'synthetic-mock'],
    ])
    expect(reported[0]).toMatchObject({ calibration_id: 'new', previous_calibration_id: 'old' })
    await expect
      .poll(() => reported.slice(2))
      .toMatchObject([
        { type: 'moved', backend_id: 'synthetic', logical_id: 'b.L0' },
        { type: 'moved', backend_id: 'synthetic-mock', logical_id: 'b.L0' },
      ])
  })

  it('of an older snapshot nothing moves', async () => {
    const { reported, onSnapshot } = watch(async () => changed(true))
    onSnapshot(snapshotChange('new', 'new', 'older'))
    await settled()
    expect(reported).toHaveLength(2)
    expect(reported[0]).toMatchObject({ calibration_id: 'older', previous_calibration_id: null })
  })

  it('what breaks is logged and does not keep the next import from being looked at', async () => {
    let turn = 0
    const { reported, onSnapshot } = watch(async () => {
      if (turn++ === 0) throw new Error('broken')
      return changed(true)
    })
    onSnapshot(snapshotChange('one', 'two'))
    onSnapshot(snapshotChange('two', 'three'))
    await expect.poll(() => reported.filter(({ type }) => type === 'moved')).toHaveLength(4)
  })

  it('a stop gives up what is left', async () => {
    const asked: string[] = []
    let go = () => {}
    const { reported, onSnapshot, stop } = watch(async chiplet => {
      asked.push(chiplet)
      await new Promise<void>(resolve => {
        go = resolve
      })
      return changed(true)
    })
    onSnapshot(snapshotChange('old', 'new'))
    await expect.poll(() => asked).toEqual(['a'])
    stop()
    go()
    await settled()
    expect(asked).toEqual(['a'])
    expect(reported.map(({ type }) => type)).toEqual(['snapshot', 'snapshot'])
  })
})
