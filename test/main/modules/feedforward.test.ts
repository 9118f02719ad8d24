/** Texts and faults of modules where decisions take time, and where there are none. */
import { describe, expect, it } from 'vitest'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import { FaultReplayQuery, FaultsQuery } from '../../../main/contract/modules/faults'
import { RoundsQuery, type RoundsText } from '../../../main/contract/modules/rounds'
import { createModules } from '../../../main/modules/modules'
import { latticeCouplings, syntheticDevice } from '../qec/devices'
import { readText } from '../read-text'

function deviceOf(said: Partial<DeviceProfile>) {
  const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
  const device = { profile: { ...profile, ...said }, current: snapshot, snapshots: [snapshot] }
  const modules = createModules({ backends: { device: () => device }, now: Date.now })
  const exported = (query: Record<string, string>) =>
    modules
      .rounds('synthetic', 'c0.L0', { query: RoundsQuery.parse({ format: 'stim', mode: 'correction', ...query }) })
      .then(readText<RoundsText>)
  const listed = (query: Record<string, string>) =>
    modules.listFaults('synthetic', 'c0.L0', { query: FaultsQuery.parse(query) })
  return { modules, exported, listed }
}

const refusal = (pointer: string, words: string) => ({
  code: 'invalid_request',
  faults: [{ pointer, message: expect.stringContaining(words) }],
})

describe('a module without feed-forward', () => {
  const { exported, listed } = deviceOf({ feedforward_latency_ns: null })

  it('is written out and injected under cyclic-window where nothing is asked for', async () => {
    expect((await exported({})).text).toMatch(/protocol cyclic-window[\s\S]*at most 1 attempts[\s\S]*\(erasure\)/)
    expect(await listed({})).toMatchObject({ protocol: 'cyclic-window', ft_preserved: true, failures: 0 })
    expect((await exported({ mode: 'detection', readout: 'fault-tolerant' })).text).toContain('mode detection')
  })

  it('refuses what decides within a shot, with what can be had', async () => {
    await expect(exported({ protocol: 'adaptive' })).rejects.toMatchObject(refusal('#query/protocol', 'cyclic-window'))
    await expect(listed({ protocol: 'adaptive' })).rejects.toMatchObject(refusal('#query/protocol', 'cyclic-window'))
    await expect(exported({ closing: 'extraction' })).rejects.toMatchObject(refusal('#query/closing', 'erasure'))
    await expect(exported({ readout: 'fault-tolerant' })).rejects.toMatchObject(refusal('#query/readout', 'checked'))
  })
})

describe('a module whose decisions are waited for', () => {
  const { modules, exported, listed } = deviceOf({ feedforward_latency_ns: 1_000 })

  it('has its waits in its schedule, in its texts, and among its faults', async () => {
    const schedule = await modules.schedule('synthetic', 'c0.L0')
    const waits = schedule.segments.flatMap(({ idles }) => idles.filter(({ decision }) => decision))
    expect(waits).toHaveLength(20)
    expect(waits.every(({ duration_ns }) => duration_ns === 600)).toBe(true)
    expect((await exported({})).text).toContain('decisions take 1000 ns: the data wait 600 ns after each')
    expect((await exported({ mode: 'detection' })).text).not.toContain('decisions take')
    const [adaptive, passes] = [await listed({}), await listed({ protocol: 'single-pass' })]
    expect(adaptive).toMatchObject({ protocol: 'adaptive', ft_preserved: true })
    expect(adaptive.cases - passes.cases).toBe(4 * 5 * 3)
  })

  it('has them replayed as what they are', async () => {
    const { segments } = await modules.schedule('synthetic', 'c0.L0')
    const op = segments[1]!.idles.findIndex(({ decision }) => decision)
    const query = { segment: 'flagged', index: '1', op: String(op), kind: 'idle', pauli: 'X' }
    const replay = await modules.replayFault('synthetic', 'c0.L0', { query: FaultReplayQuery.parse(query) })
    expect(replay.fault.text).toContain('600 ns for the decision')
    expect(replay.fails).toBe(false)
  })
})
