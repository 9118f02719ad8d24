import { beforeAll, describe, expect, it } from 'vitest'
import { RoundSchedule } from '../../../../main/contract/modules/schedule'
import type { ReadyModule } from '../../../../main/modules/model/module'
import { createModules } from '../../../../main/modules/modules'
import { roundSchedule } from '../../../../main/modules/rounds/schedule'
import { latticeCouplings, syntheticDevice } from '../../qec/devices'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))

describe('the schedule of a module', () => {
  let ready: ReadyModule
  let schedule: RoundSchedule
  beforeAll(async () => {
    const device = { profile, current: snapshot, snapshots: [snapshot] }
    const modules = createModules({ backends: { device: () => device }, now: Date.now })
    ready = await modules.resolve('synthetic', 'c0.L0')
    schedule = RoundSchedule.parse(roundSchedule(ready))
  })

  it('has the four flagged extractions one after another, then the repeat on its own clock', () => {
    expect(schedule.segments.map(({ segment, index }) => [segment, index])).toEqual([
      ['flagged', 0],
      ['flagged', 1],
      ['flagged', 2],
      ['flagged', 3],
      ['repeat', 0],
    ])
    const flagged = schedule.segments.slice(0, 4)
    flagged.slice(1).forEach((segment, k) => {
      expect(segment.start_ns).toBeCloseTo(flagged[k]!.start_ns + flagged[k]!.duration_ns, 6)
    })
    expect(flagged[3]!.start_ns + flagged[3]!.duration_ns).toBeCloseTo(schedule.duration_ns, 6)
    expect(schedule.segments[4]!.start_ns).toBe(0)
  })

  it('has as many CZs as the module counts, in the round and in the repeat', () => {
    const czs = schedule.segments.map(({ ops }) => ops.filter(({ gate }) => gate === 'CZ').length)
    expect(czs.slice(0, 4).reduce((sum, each) => sum + each)).toBe(ready.module.schedule.cz_count)
    expect(czs[4]).toBe(ready.module.schedule.conditional_cz_count)
  })

  it('never has a site at two things at once', () => {
    for (const { ops, idles, start_ns, duration_ns } of schedule.segments) {
      const busy = [...ops.flatMap(op => op.sites.map(site => ({ ...op, site }))), ...idles]
      for (const one of busy) {
        expect(one.start_ns).toBeGreaterThanOrEqual(start_ns - 1e-6)
        expect(one.start_ns + one.duration_ns).toBeLessThanOrEqual(start_ns + duration_ns + 1e-6)
        const meets = busy.filter(
          other =>
            other !== one &&
            other.site === one.site &&
            other.start_ns < one.start_ns + one.duration_ns - 1e-6 &&
            one.start_ns < other.start_ns + other.duration_ns - 1e-6,
        )
        expect(meets).toEqual([])
      }
    }
  })
})
