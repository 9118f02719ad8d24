import { describe, expect, it } from 'vitest'
import { checkProfile } from '../../../../main/sequencer/host/measure-program'
import { batchesOf, deviceTime, shotDuration, shotsPerBatch } from '../../../../main/sequencer/profile/estimate'
import { SequencerProfile } from '../../../../main/sequencer/profile/profile'
import { measuringRefusals, profileRefusals } from '../../../../main/sequencer/profile/refusals'
import { programText } from '../../../../main/sequencer/program/text'
import { compiledOf, DEMO } from '../../twins/sequencer/rig'

const { program } = compiledOf({ rounds: 2 })
const reasons = (changed: Partial<SequencerProfile>) => profileRefusals(program, { ...DEMO, ...changed })

describe('a program beside a profile', () => {
  it('fits the demo sequencer', () => {
    expect(profileRefusals(program, DEMO)).toEqual([])
  })

  it.each<[Partial<SequencerProfile>, string, string]>([
    [{ grid_ns: 3 }, 'grid', 'compile it for this sequencer'],
    [{ min_gap_ns: 72 }, 'min_gap', 'more time'],
    [{ acquisition_gap_ns: 1_500 }, 'acquisition_gap', 'more time'],
    [{ instructions: 100 }, 'instructions', 'fewer rounds'],
    [{ readout_instructions: 100 }, 'readout_instructions', 'fewer rounds'],
    [{ waveform_samples: 900 }, 'waveform_samples', 'more memory'],
    [{ bins: 30 }, 'bins', 'fewer rounds'],
    [{ registers: 6 }, 'registers', 'cyclic-window'],
    [{ trigger_addresses: 1 }, 'trigger_addresses', 'cyclic-window'],
    [{ feedforward_latency_ns: 104 }, 'feedforward', 'cyclic-window'],
    [{ feedforward_latency_ns: null }, 'feedforward', 'cyclic-window'],
  ])('is refused at %j, named and with what would do', (changed, reason, remedy) => {
    const found = reasons(changed)
    expect(found.map(each => each.reason)).toEqual([reason])
    expect(found[0]!.remedy).toContain(remedy)
    expect(found[0]!.message.length).toBeGreaterThan(20)
  })

  it('is refused by the bytes that its largest batch would upload', () => {
    const { length } = programText(program, shotsPerBatch(program, DEMO))
    expect(measuringRefusals(program, { ...DEMO, program_bytes: length })).toEqual([])
    expect(measuringRefusals(program, { ...DEMO, program_bytes: length - 1 })).toEqual([
      expect.objectContaining({
        reason: 'program_bytes',
        value: length,
        limit: length - 1,
        remedy: 'take fewer rounds',
      }),
    ])
  })

  it('is reported with the profile, the first limit and its remedy where it is submitted', () => {
    const tight = { ...DEMO, bins: 30, registers: 6 }
    expect(() => checkProfile(program, DEMO)).not.toThrow()
    expect(() => checkProfile(program, tight)).toThrow('slots of one shot: 41, at most 30; take fewer rounds')
    expect(() => checkProfile(program, tight)).toThrow(expect.objectContaining({ code: 'exceeds_profile' }))
  })

  it('decides on as many qubits as the ancilla and the flag', () => {
    expect(reasons({ trigger_addresses: 2 })).toEqual([])
  })
})

describe('batches', () => {
  it('hold as many shots as the bins do, and the rest comes last', () => {
    expect(shotsPerBatch(program, DEMO)).toBe(Math.floor(131_072 / 41))
    expect(batchesOf(10, 4)).toEqual([4, 4, 2])
    expect(batchesOf(8, 4)).toEqual([4, 4])
    expect(() => batchesOf(1, 0)).toThrow('no shot')
  })

  it('cost upload, playing and one byte a bin over the link', () => {
    const time = deviceTime(program, { shots: 10_000, program_bytes: 92_160, profile: { ...DEMO, timestamps: 'none' } })
    expect(time.batches).toBe(4)
    expect(time.upload_s).toBe(2)
    expect(time.fetch_s).toBeCloseTo((10_000 * program.slots) / 92_160)
    expect(time.measuring_s).toBeCloseTo(10_000 * shotDuration(program).most_ns * 1e-9)
    expect(shotDuration(program).least_ns).toBeLessThan(shotDuration(program).most_ns)
  })
})

describe('a profile', () => {
  it('names what is wrong with it', () => {
    expect(SequencerProfile.safeParse({ ...DEMO, timestamps: 'sometimes' }).error?.issues[0]?.path).toEqual([
      'timestamps',
    ])
    expect(SequencerProfile.safeParse({ ...DEMO, colour: 'red' }).success).toBe(false)
  })
})
