import { describe, expect, it } from 'vitest'
import type { ControlInstrument, UsedSequencer } from '../../../../main/contract/runs/machine'
import {
  controlInstrumentLines,
  measuredFields,
  sequencerLines,
  timedText,
  usedText,
} from '../../../../renderer/src/draw/records/instrument-lines'
import { sampleEstimate } from '../../samples/runs'

const SHA = 'ab'.repeat(32)
const spokenTo = {
  id: 'dac',
  label: 'Flux bias',
  driver: { id: 'qdevil-qdac2', sha256: SHA },
  vendor: 'QDevil',
  model: 'QDAC-II',
  serial_number: '27',
  firmware: null,
  transport: 'twin' as const,
  simulated: true,
}
const instrument: ControlInstrument = {
  ...spokenTo,
  role: 'flux_bias',
  leased: true,
  snapshot_start: SHA,
  snapshot_end: null,
  changed: [{ parameter: 'voltage', channel: '3' }],
  errors: [],
}
const at = '2026-11-23T10:00:00.000Z'
const lost = { invalid: 2, feedback_mismatch: 1 }
const sequencer: UsedSequencer = {
  ...spokenTo,
  slot: 2,
  sequencer: 0,
  profile: 'demo',
  errors_start: [],
  errors_end: ['-222,"Data out of range"'],
  programs: [
    {
      name: 'encoded 0',
      sha256: SHA,
      bytes: 52_430,
      uploaded_at: at,
      shots: 1_000,
      lost,
      timing: { source: 'measured', value_ns: 3_412, compiled_ns: 3_412, min_ns: 3_408, max_ns: 3_416, n: 900 },
      batches: [
        { shots: 1_000, lost, top_up: false, armed_at: at, started_at: at, stopped_at: at, flags: ['FORCED TRIGGER'] },
      ],
    },
  ],
}

describe('the machine of a record', () => {
  it('is a name in version 1, and in version 2 what each instrument was and did', () => {
    expect(controlInstrumentLines('a thermometer')).toEqual(['a thermometer'])
    expect(sequencerLines('a sequencer')).toEqual(['a sequencer'])
    expect(controlInstrumentLines(instrument)).toEqual([
      'Flux bias (dac): QDevil QDAC-II, serial number 27, firmware not reported, flux_bias over twin, SIMULATED',
      'dac: driver qdevil-qdac2 abababababab; leased; settings abababababab → not read, changed: voltage 3; error queue empty',
    ])
    expect(sequencerLines(sequencer).slice(1)).toEqual([
      'dac: driver qdevil-qdac2 abababababab; before: error queue empty; after: -222,"Data out of range"',
      'encoded 0: program abababababab, 52,430 B; 1,000 shots in 1 batch; lost 2 invalid, 1 feedback mismatch; round 3.412 µs (measured, n = 900); flags FORCED TRIGGER',
    ])
    expect(usedText([])).toBe('none')
    expect(usedText([instrument, 'another'])).toBe('Flux bias 27, SIMULATED; another')
  })

  it('says how a round duration was timed, where it was', () => {
    const compiled = { value_ns: 3_412, source: 'compiled' as const, mean_with_repeats_ns: null }
    expect(timedText(compiled)).toEqual([])
    expect(
      timedText({ ...compiled, source: 'measured', compiled_ns: 3_412, min_ns: 3_408, max_ns: 3_416, n: 900 }),
    ).toEqual(['compiled 3.412 µs; 900 rounds timed, 3.408 µs to 3.416 µs'])
  })

  it('counts lost shots, reports what was assigned and in which order it was measured', () => {
    const figure = { ...sampleEstimate(0.01), expected: 0.01 }
    const fields = measuredFields({
      complete: false,
      lost_shots: lost,
      assignment: [{ qubit: 3, shots: 2_000, read_1_of_0: figure, read_0_of_1: figure, mismatch: true }],
      order: [{ kind: 'encoded', state: '0', rounds: 2, shots: 1_000 }],
    })
    expect(fields.map(({ field }) => field)).toEqual(['complete', 'lost_shots', 'assignment', 'order'])
    expect(fields[1]!.lines).toEqual(['2 invalid, 1 feedback mismatch'])
    expect(fields[2]!.lines[0]).toMatch(/^qubit 3, 2,000 shots of each: .*; beyond 5 σ$/)
    const iq = {
      rotation_deg: { ...sampleEstimate(137.5), low: 137.3, high: 137.7 },
      threshold: { ...sampleEstimate(0.0012), low: 0.0011, high: 0.0013 },
    }
    const [, , turned] = measuredFields({
      complete: true,
      lost_shots: lost,
      order: [],
      assignment: [{ qubit: 3, shots: 2_000, read_1_of_0: figure, read_0_of_1: figure, iq, mismatch: false }],
    })
    expect(turned!.lines[0]).toMatch(/, turned by 137\.50 ± 0\.20°, threshold 0\.00120 ± 0\.00010$/)
    expect(fields[3]!.lines).toEqual(['encoded, |0⟩, R = 2: 1,000 shots'])
  })
})
