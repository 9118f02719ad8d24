import { expect, it } from 'vitest'
import type { DisqualifiedLayout } from '../../../../main/contract/modules/candidates'
import type { LogicalQubit } from '../../../../main/contract/modules/logical-qubits'
import { ruledOutCsv, ruledOutJson } from '../../../../renderer/src/draw/modules/candidate-export'
import { sampleModule } from '../../samples/modules'

const { data_qubits, syndrome_ancilla, flag_qubit, routing_qubits, ...module } = sampleModule()
const veto = { site: 'edge:3-4', figure: 'cz_fidelity', value: 0.8, threshold: 0.9, message: '' }
const layout: DisqualifiedLayout = {
  data_qubits,
  syndrome_ancilla,
  flag_qubit,
  routing_qubits,
  score: 1.25,
  score_is_bound: true,
  round_duration_ns: 9000,
  swap_count: 16,
  ft_preserved: true,
  vetoes: [veto, { ...veto, site: 'qubit:7' }],
  reason: '=edge 3–4, "and" qubit 7',
}
const qubit: LogicalQubit = {
  logical_id: module.logical_qubit,
  chiplet: module.chiplet,
  status: 'disqualified',
  reason: 'vetoes leave no layout',
  rank: null,
  qubits: [],
  vetoes: layout.vetoes,
  disqualified: [layout],
  calibration_id: 'cal-2',
  calibrated_at: '2026-05-05T00:00:00Z',
  noise_model_version: 'pentad-noise/1',
  module: null,
}

it('a CSV has a line for each ruled-out layout, with whose it is and the parts to mend', () => {
  const [head, line, rest] = ruledOutCsv('dev-a', qubit).split('\r\n')
  expect(head!.split(',')).toEqual(
    expect.arrayContaining(['backend_id', 'calibration_id', 'D0', 'routing_qubits', 'score_is_bound', 'vetoed_parts']),
  )
  expect(line).toContain(`dev-a,${module.chiplet},${module.logical_qubit},cal-2,pentad-noise/1,${data_qubits.D0},`)
  expect(line).toContain(',1.25,9000,16,true,true,edge:3-4 qubit:7,')
  expect(line).toMatch(/,"'=edge 3–4, ""and"" qubit 7"$/)
  expect(rest).toBe('')
})

it('JSON keeps the layouts as the service gave them, and says of which snapshot', () => {
  const read = JSON.parse(ruledOutJson('dev-a', qubit))
  expect(read).toMatchObject({ backend_id: 'dev-a', calibration_id: 'cal-2', status: 'disqualified' })
  expect(read.disqualified).toEqual([layout])
  expect(JSON.parse(ruledOutJson('dev-a', { ...qubit, disqualified: undefined })).disqualified).toEqual([])
})
