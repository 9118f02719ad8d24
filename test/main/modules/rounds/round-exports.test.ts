import { beforeAll, describe, expect, it } from 'vitest'
import { CARDINAL_STATES } from '../../../../main/contract/model/protocols'
import { RoundsQuery, type RoundsText } from '../../../../main/contract/modules/rounds'
import { RoundSchedule } from '../../../../main/contract/modules/schedule'
import { type ReadyModule, withNoise } from '../../../../main/modules/model/module'
import { createModules } from '../../../../main/modules/modules'
import { cachedProofs } from '../../../../main/modules/rounds/proven-parts'
import { readoutChoice } from '../../../../main/modules/rounds/readout-choice'
import { exportedRounds, roundSchedule } from '../../../../main/modules/rounds/round-exports'
import { latticeCouplings, syntheticDevice } from '../../qec/devices'
import { readText } from '../../read-text'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
const modules = createModules({
  backends: { device: () => ({ profile, current: snapshot, snapshots: [snapshot] }) },
  now: Date.now,
})
const resolved = async () => withNoise(await modules.resolve('synthetic', 'c0.L0'))
const exported = (query: Record<string, string>) =>
  modules
    .rounds('synthetic', 'c0.L0', { query: RoundsQuery.parse({ format: 'stim', ...query }) })
    .then(readText<RoundsText>)
const refusal = (query: Record<string, string>) =>
  exported(query).then(
    () => null,
    (error: { code: string; faults: { pointer: string; message: string }[] }) => error,
  )

describe('exported rounds', () => {
  it('say what a CZ stands for, and which noise is a bound', async () => {
    const edges = snapshot.edges.map(edge => ({ ...edge, gate: 'iswap' }))
    const qubits = snapshot.qubits.map(qubit => ({ ...qubit, t2_us: null }))
    const current = { ...snapshot, edges, qubits, t2_kind: null }
    const other = createModules({
      backends: { device: () => ({ profile, current, snapshots: [current] }) },
      now: Date.now,
    })
    const query = RoundsQuery.parse({ format: 'stim', noise: 'calibrated', preparation: 'projective' })
    const { text } = await other.rounds('synthetic', 'c0.L0', { query }).then(readText<RoundsText>)
    expect(text).toMatch(/(\d+) native two-qubit gates for the (\d+) CZs of a flagged round/)
    expect(text).toContain('idle noise is that of T2 = 2 T1, a lower bound')
    expect((await exported({ noise: 'calibrated' })).text).not.toMatch(/native two-qubit|lower bound/)
  })

  it('are prepared and read as a run is when nothing else is asked for', async () => {
    const { text } = await exported({})
    expect(text).toContain('preparation: verified')
    const ready = await resolved()
    const run = { mode: 'detection', preparation: 'verified', dd: false, states: CARDINAL_STATES } as const
    expect(readoutChoice(ready, run).chosen).toBe('fault-tolerant')
    expect(text).toContain('readout: fault-tolerant')
    expect((await exported({ readout: 'checked' })).text).toContain('readout: basis')
    expect(text).not.toContain('decoupling')
  })

  it('hold what is asked for', async () => {
    const query = { readout: 'fault-tolerant', dd: 'xy4', protocol: 'cyclic-window', mode: 'correction' }
    const { text, schedule_hash } = await exported({ ...query, closing: 'erasure', preparation: 'projective' })
    for (const said of ['protocol cyclic-window', '(erasure)', 'readout: fault-tolerant', 'decoupling pulses'])
      expect(text).toContain(said)
    expect(text).toContain('preparation: projective')
    expect(text).toContain(schedule_hash)
    const qasm = await exported({ ...query, format: 'openqasm3' })
    expect(qasm.text).toMatch(/^if \(r\[8\]\) \{$/m)
    expect(qasm.text).toMatch(/^delay\[/m)
  })

  it('refuse parts that cannot be proved, and say what can be had', async () => {
    // Nothing is left to prepare or measure with.
    const ready = { ...(await resolved()), chiplet_qubits: [0] }
    const query = RoundsQuery.parse({ format: 'stim', readout: 'fault-tolerant' })
    expect(() => exportedRounds(ready, query)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: [{ pointer: '#query/preparation', message: expect.stringContaining('preparation "projective"') }],
      }),
    )
    expect(() => exportedRounds(ready, { ...query, preparation: 'projective' })).toThrow(
      expect.objectContaining({
        faults: [{ pointer: '#query/readout', message: expect.stringContaining('readout "checked"') }],
      }),
    )
  })

  it('ask for each proof once, whatever else they are asked for', async () => {
    const proofs = cachedProofs()
    const [one, other] = [await resolved(), await resolved()]
    expect(one).not.toBe(other)
    expect(proofs.preparation(other)).toBe(proofs.preparation(one))
    expect(proofs.measurement(other)).toBe(proofs.measurement(one))
    const query = RoundsQuery.parse({ format: 'stim', readout: 'fault-tolerant', dd: 'x2' })
    expect(exportedRounds(one, query, proofs)).toEqual(exportedRounds(one, query))
  })

  it.each([
    [{ closing: 'erasure' }, /mode detection has no windows to close/],
    [{ closing: 'extraction', mode: 'correction' }, /adaptive has no windows to close.*protocol cyclic-window$/],
  ])('refuse a closing where there are no windows: %o', async (query, message) => {
    const error = await refusal(query as Record<string, string>)
    expect(error).toMatchObject({ code: 'invalid_request', faults: [{ pointer: '#query/closing' }] })
    expect(error!.faults[0]!.message).toMatch(message)
  })
})

describe('the schedule of a module', () => {
  let ready: ReadyModule
  let schedule: RoundSchedule
  beforeAll(async () => {
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
