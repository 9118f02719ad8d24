import { describe, expect, it } from 'vitest'
import { recordSheet } from '../../../../renderer/src/draw/records/sheet'
import { judgedRecord } from '../../samples/run-verdicts'
import { sampleRecord } from '../../samples/runs'

/** The spec's table of the run record. */
const GROUPS = {
  Identity: 'backend_id, chiplet, logical_qubit_id, code, ft_scheme, syndrome_strategy',
  Layout:
    'data_qubits, syndrome_ancilla, flag_qubit, routing_qubits, stabilizer_schedule, routing_schedule, ft_preserved',
  'Run parameters': 'rounds, shots, mode',
  Timing: 'round_duration_measured, idle_time_per_data_qubit, coherence_ratio, dd_applied',
  'Reset and prep': 'reset_method, reset_fidelity, encoding_method, state_prep_fidelity',
  Outcomes:
    'flag_outcomes, postselection_acceptance_rate, physical_baseline_definition, physical_baseline_error, logical_error, logical_gain',
  Provenance:
    'calibration_id, noise_model_version, decoder, decoder_version, control_instruments, sequencers, execution_timestamp',
}

describe('the record sheet', () => {
  const sheet = recordSheet(sampleRecord())

  it.each(Object.entries(GROUPS))('shows every field of %s, named and ordered as in the spec', (name, fields) => {
    expect(sheet.find(each => each.group === name)?.rows.map(row => row.field)).toEqual(fields.split(', '))
  })

  it('leaves no field empty', () => {
    for (const { rows } of sheet) for (const row of rows) expect(row.lines.join('').trim(), row.field).not.toBe('')
  })

  it('gives every estimate its interval', () => {
    const error = sheet.flatMap(each => each.rows).find(row => row.field === 'logical_error')
    expect(error?.lines[0]).toBe('9.00 [8.10, 9.90] % (95 %, clopper-pearson) a round')
  })

  it('says how survival was judged, how the best qubit was chosen and what it gave at the wall times', () => {
    const outcomes = recordSheet(judgedRecord()).find(each => each.group === 'Outcomes')!
    const linesOf = (field: string) => outcomes.rows.find(row => row.field === field)!.lines.join(' ')
    expect(linesOf('survival_verdict')).toMatch(/^Lower at every measured R\. .*preparation and readout included/)
    expect(linesOf('selection')).toContain('1,000 pilot shots')
    expect(linesOf('physical_wall_time')).toContain('best: qubit 0, 3.60 [')
    expect(linesOf('logical_error')).toContain('> 21 %')
    expect(linesOf('logical_gain')).toContain('< 0.42 ×')
  })

  it('says how waiting qubits decayed, of old records too', () => {
    const decayOf = (part: { decay?: 'exact' | 'twirled' }) =>
      recordSheet({ ...sampleRecord(), ...part })
        .flatMap(each => each.rows)
        .find(row => row.field === 'decay')?.lines[0]
    expect(decayOf({ decay: 'exact' })).toMatch(/^exact: amplitude damping/)
    expect(decayOf({ decay: 'twirled' })).toMatch(/^twirled/)
    expect(decayOf({})).toMatch(/^twirled/)
  })

  it('shows what a newer service records too', () => {
    const newer = { ...sampleRecord(), thermometers: [{ stage: 'mixing', kelvin: 0.01 }], cryostat: 'cold' }
    expect(recordSheet(newer).at(-1)).toEqual({
      group: 'Further fields',
      rows: [
        { field: 'thermometers', lines: ['{"stage":"mixing","kelvin":0.01}'] },
        { field: 'cryostat', lines: ['"cold"'] },
      ],
    })
    expect(sheet.at(-1)?.group).toBe('Reproduction')
  })
})
