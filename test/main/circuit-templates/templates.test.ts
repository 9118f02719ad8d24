import { describe, expect, it } from 'vitest'
import { moduleReadout } from '../../../main/circuit-templates/module-readout'
import { circuitTemplates, templateText } from '../../../main/circuit-templates/templates'
import { validateCircuit } from '../../../main/circuits/model/validate'
import { SubmitJob } from '../../../main/contract/jobs/submit'
import { circuitOf, stateOf } from './programs'

const module = {
  backend_id: 'device',
  logical_qubit: 'a01.L0',
  calibration_id: 'today',
  data_qubits: { D0: 21, D1: 4, D2: 9, D3: 30, D4: 12 },
  syndrome_ancilla: 10,
  flag_qubit: 11,
  routing_qubits: [13],
}
const sizes = [2, 3, 12, 100]
const texts: [name: string, text: string][] = [
  ...circuitTemplates().flatMap(({ template, qubits }): [string, string][] =>
    (qubits ? sizes : [undefined]).map(size => [`${template} ${size ?? ''}`, templateText(template, size).text]),
  ),
  ...(['X', 'Y', 'Z'] as const).map((one): [string, string] => [`readout of ${one}`, moduleReadout(module, one).text]),
]

describe('the templates', () => {
  it.each(texts)('%s is read, and can be submitted as it stands', (_, text) => {
    expect(validateCircuit(circuitOf(text))).toEqual([])
    expect(SubmitJob.parse({ backend: 'simulator', shots: 10, text })).toMatchObject({ text })
    expect(text.split('\n').filter(line => line.startsWith('//')).length).toBeGreaterThan(1)
  })

  it('are listed once each', () => {
    const ids = circuitTemplates().map(({ template }) => template)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('are named with their size', () => {
    const names = [templateText('ghz', 12), templateText('ghz'), templateText('teleportation')].map(({ name }) => name)
    expect(names).toEqual(['GHZ state (12 qubits)', 'GHZ state (3 qubits)', 'Teleportation (3 qubits)'])
  })

  it.each([2, 3, 12])('GHZ of %i qubits reads all 0 or all 1', qubits => {
    const { instructions } = circuitOf(templateText('ghz', qubits).text)
    const { outcomes } = stateOf(qubits, instructions)
    expect(outcomes.map(({ bits }) => bits).sort()).toEqual(['0'.repeat(qubits), '1'.repeat(qubits)])
    for (const { probability } of outcomes) expect(probability).toBeCloseTo(0.5, 9)
  })

  it('teleportation brings the message across, whatever is measured on the way', () => {
    const { clbits, outcomes } = stateOf(3, circuitOf(templateText('teleportation').text).instructions)
    expect(clbits[2]).toBeCloseTo(0, 12)
    expect(outcomes).toHaveLength(4)
  })

  it.each(['teleportation', 'encoder-513', 'flagged-round'] as const)('%s has a size of its own', template => {
    expect(() => templateText(template, 5)).toThrow(/leave qubits out/)
  })
})

describe('the readout of a module', () => {
  it.each(['X', 'Y', 'Z'] as const)('of its logical %s reads 0 on its physical qubits, and no others', logical => {
    const { num_qubits, instructions } = circuitOf(moduleReadout(module, logical).text)
    const measured = instructions.filter(({ name }) => name === 'measure')
    expect(measured.map(({ qubits }) => qubits[0])).toEqual([21, 4, 9, 30, 12, 10, 11])
    expect(num_qubits).toBe(31)
    const { outcomes, qubits } = stateOf(num_qubits, instructions)
    expect(outcomes).toEqual([{ bits: '0000000', probability: expect.closeTo(1, 9) }])
    expect(qubits).toEqual([4, 9, 10, 11, 12, 21, 30])
  })

  it('sees a flip between preparation and measurement in the bit of its qubit', () => {
    const { num_qubits, instructions } = circuitOf(moduleReadout(module, 'Z').text)
    const barrier = instructions.findIndex(({ name }) => name === 'barrier')
    const withFlip = instructions.toSpliced(barrier, 0, { name: 'y', qubits: [9] })
    expect(stateOf(num_qubits, withFlip).outcomes[0]!.bits).toBe('0000100')
  })
})
