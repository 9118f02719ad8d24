import { describe, expect, it } from 'vitest'
import type { PlayedProgram, UsedSequencer } from '../../../../main/contract/runs/machine'
import {
  foldedAssignmentLines,
  foldedOrderLines,
  foldedSequencerLines,
} from '../../../../renderer/src/draw/records/folded-lines'
import { sequencerLines } from '../../../../renderer/src/draw/records/instrument-lines'
import { sampleEstimate } from '../../samples/runs'

const SHA = 'cd'.repeat(32)
const at = '2026-11-23T10:00:00.000Z'
const none = { invalid: 0, feedback_mismatch: 0 }

const program = (name: string, bytes: number, part: { lost?: typeof none; flags?: string[] } = {}): PlayedProgram => {
  const { lost = none, flags = ['ACQ_BINNING_DONE'] } = part
  return {
    name,
    sha256: SHA,
    bytes,
    uploaded_at: at,
    shots: 200,
    lost,
    timing: { source: 'measured', value_ns: 17_264, compiled_ns: 17_264, min_ns: 17_260, max_ns: 17_268, n: 20 },
    batches: [{ shots: 200, lost, top_up: false, armed_at: at, started_at: at, stopped_at: at, flags }],
  }
}
const used = (...programs: PlayedProgram[]): UsedSequencer => ({
  id: 'sequencer-a',
  label: 'Sequencer',
  driver: { id: 'pentad-sequencer', sha256: SHA },
  vendor: 'Pentad',
  model: 'QSEQ',
  serial_number: '1',
  firmware: '3',
  transport: 'tcp',
  simulated: false,
  slot: 1,
  sequencer: 0,
  profile: 'demo',
  errors_start: [],
  errors_end: [],
  programs,
})
const plain = [program('baseline, state 0, 1 rounds', 3_604), program('baseline, state +, 2 rounds', 6_599)]
const LAST = 'The JSON of the record lists each program.'

describe('the programs of a sequencer on paper', () => {
  it('are a line for each kind: sizes from least to largest, shots, batches, timed rounds and losses added up', () => {
    const encoded = program('correction adaptive, state 0, 1 rounds', 125_241)
    const lines = foldedSequencerLines(used(...plain, encoded))
    expect(lines.slice(2)).toEqual([
      'baseline: 2 programs of 3,604 to 6,599 B; 400 shots in 2 batches; lost 0 invalid, 0 feedback mismatch; round 17.26 µs (measured, n = 40); flags ACQ_BINNING_DONE',
      sequencerLines(used(encoded)).at(-1),
      LAST,
    ])
    expect(lines.slice(0, 2)).toEqual(sequencerLines(used()))
    expect(foldedSequencerLines('a sequencer')).toEqual(['a sequencer'])
  })

  it('are named one by one where they lost shots or raised other flags, eight at most', () => {
    const lossy = program('baseline, state 1, 1 rounds', 4_094, { lost: { invalid: 2, feedback_mismatch: 0 } })
    const forced = program('baseline, state 1, 2 rounds', 4_094, { flags: ['FORCED TRIGGER'] })
    const lines = foldedSequencerLines(used(lossy, ...plain, forced))
    expect(lines[2]).toContain('lost 2 invalid, 0 feedback mismatch')
    expect(lines[2]).toContain('flags ACQ_BINNING_DONE or FORCED TRIGGER')
    expect(lines.slice(3)).toEqual([...sequencerLines(used(lossy, forced)).slice(2), LAST])
    const many = foldedSequencerLines(used(...plain, ...Array<PlayedProgram>(10).fill(lossy)))
    expect(many).toHaveLength(2 + 1 + 8 + 2)
    expect(many.at(-2)).toBe('2 more that lost shots or raised other flags')
  })
})

it('the order of circuits on paper is a line for each kind, in the order of their first', () => {
  const circuit = (kind: 'baseline' | 'encoded', state: '0' | '+', rounds: number) => ({
    kind,
    state,
    rounds,
    shots: 600,
  })
  expect(
    foldedOrderLines([circuit('encoded', '0', 2), circuit('baseline', '0', 0), circuit('encoded', '+', 1)]),
  ).toEqual([
    'encoded: 2 circuits, 1,200 shots; states |0⟩, |+⟩; R = 1, 2',
    'baseline: 1 circuit, 600 shots; states |0⟩; R = 0',
    'The sequence of all 3 is in the JSON of the record.',
  ])
})

it('the assignment on paper names the qubits of the module and those beyond 5 σ, and counts the others', () => {
  const figure = { ...sampleEstimate(0.01), expected: 0.01 }
  const of = (qubit: number, mismatch = false) =>
    ({ qubit, shots: 200, read_1_of_0: figure, read_0_of_1: figure, mismatch }) as const
  const module = {
    data_qubits: { D0: 0, D1: 1, D2: 2, D3: 3, D4: 4 },
    syndrome_ancilla: 5,
    flag_qubit: 6,
    routing_qubits: [7],
  }
  const all = Array.from({ length: 12 }, (_, qubit) => of(qubit, qubit === 10))
  const lines = foldedAssignmentLines({ ...module, assignment: all })
  expect(lines.map(line => /^qubit (\d+),/.exec(line)?.[1])).toEqual([...'01234567', '10', undefined])
  expect(lines[8]).toMatch(/; beyond 5 σ$/)
  expect(lines.at(-1)).toBe('3 other qubits within 5 σ of the expectation; the JSON of the record lists each.')
  expect(foldedAssignmentLines({ ...module, assignment: all.slice(0, 8) })).toHaveLength(8)
})
