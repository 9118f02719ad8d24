import { describe, expect, it } from 'vitest'
import { RoundsQuery } from '../../../../main/contract/modules/rounds'
import { createModules } from '../../../../main/modules/modules'
import { rememberedProofs } from '../../../../main/modules/rounds/proven-parts'
import { exportedRounds } from '../../../../main/modules/rounds'
import { latticeCouplings, syntheticDevice } from '../../qec/devices'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
const modules = createModules({
  backends: { device: () => ({ profile, current: snapshot, snapshots: [snapshot] }) },
  now: Date.now,
})
const exported = (query: Record<string, string>) =>
  modules.rounds('synthetic', 'c0.L0', RoundsQuery.parse({ format: 'stim', ...query }))
const refusal = (query: Record<string, string>) =>
  exported(query).then(
    () => null,
    (error: { code: string; faults: { pointer: string; message: string }[] }) => error,
  )

describe('exported rounds', () => {
  it('are prepared and read as a run is when nothing else is asked for', async () => {
    const { text } = await exported({})
    expect(text).toContain('preparation: verified')
    expect(text).toContain('readout: basis')
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
    const proofs = rememberedProofs()
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
