import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES } from '../../../../main/contract/model/protocols'
import { RoundsQuery, type RoundsText } from '../../../../main/contract/modules/rounds'
import { createModules } from '../../../../main/modules/modules'
import { exportedRounds } from '../../../../main/modules/rounds/exported-text'
import { cachedProofs } from '../../../../main/modules/rounds/proven-parts'
import { readoutChoice } from '../../../../main/modules/rounds/readout-choice'
import { latticeCouplings, syntheticDevice } from '../../qec/devices'
import { readText } from '../../read-text'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
const modules = createModules({
  backends: { device: () => ({ profile, current: snapshot, snapshots: [snapshot] }) },
  now: Date.now,
})
const exported = (query: Record<string, string>) =>
  modules.rounds('synthetic', 'c0.L0', RoundsQuery.parse({ format: 'stim', ...query })).then(readText<RoundsText>)
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
    const { text } = await other.rounds('synthetic', 'c0.L0', query).then(readText<RoundsText>)
    expect(text).toMatch(/(\d+) native two-qubit gates for the (\d+) CZs of a flagged round/)
    expect(text).toContain('idle noise is that of T2 = 2 T1, a lower bound')
    expect((await exported({ noise: 'calibrated' })).text).not.toMatch(/native two-qubit|lower bound/)
  })

  it('are prepared and read as a run is when nothing else is asked for', async () => {
    const { text } = await exported({})
    expect(text).toContain('preparation: verified')
    const ready = await modules.resolve('synthetic', 'c0.L0')
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
    const ready = { ...(await modules.resolve('synthetic', 'c0.L0')), chiplet_qubits: [0] }
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
    const [one, other] = [await modules.resolve('synthetic', 'c0.L0'), await modules.resolve('synthetic', 'c0.L0')]
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
