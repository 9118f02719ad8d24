import { describe, expect, it } from 'vitest'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { pentadFile, snapshot } from '../samples'

const without = snapshot({
  t2_kind: null,
  qubits: snapshot().qubits.map(qubit => ({ ...qubit, t2_us: null })),
})

const figures = (changes: object = {}) => ({
  name: 'figures.json',
  content: JSON.stringify({
    format: 'pentad-figures/1',
    t2_kind: 'ramsey',
    basis: 'Ramsey on 2026-11-21.',
    qubits: [
      { label: 'Q0', t2_us: 31 },
      { label: 'Q2', t2_us: 33, reset_fidelity: 0.98 },
    ],
    ...changes,
  }),
})

const entered = (changes: object = {}) => importSnapshot([pentadFile(without), figures(changes)]).snapshot

describe('figures that a lab enters', () => {
  it('fill in what is missing, in any order of files, and say where they are from', () => {
    const one = entered()
    expect(one.qubits.map(({ t2_us }) => t2_us)).toEqual([31, null, 33, null])
    expect(one.qubits.map(({ reset_fidelity }) => reset_fidelity)).toEqual([null, null, 0.98, null])
    expect(one.t2_kind).toBe('ramsey')
    expect(one.notes).toEqual([
      'entered from figures.json, not published: T2 of 2 qubits, reset fidelity of 1 qubit. Ramsey on 2026-11-21.',
    ])
    expect(importSnapshot([figures(), pentadFile(without)]).snapshot).toEqual(one)
  })

  it('make another calibration, by the same id each time', () => {
    expect(entered().calibration_id).not.toBe(importSnapshot([pentadFile(without)]).snapshot.calibration_id)
    expect(entered().calibration_id).toBe(entered().calibration_id)
  })

  it('go into a calibration that is there already where they come alone', () => {
    expect(importSnapshot([figures()], { base: without }).snapshot.qubits[0]!.t2_us).toBe(31)
    expect(() => importSnapshot([figures()])).toThrow('Give the calibration with it')
  })

  it.each<[string, object, string | RegExp]>([
    ['replace what is published', { qubits: [{ label: 'Q1', t1_us: 9 }] }, 'T1 of qubit "Q1" is published as 51'],
    ['name a qubit that is not there', { qubits: [{ label: 'Q9', t2_us: 9 }] }, 'has no qubit "Q9"'],
    [
      'name a qubit twice',
      {
        qubits: [
          { label: 'Q1', t2_us: 9 },
          { label: 'Q1', t2_us: 8 },
        ],
      },
      'listed twice',
    ],
    ['are of no kind that the calibration has', { t2_kind: undefined }, 'say by which experiment'],
    ['give nothing', { qubits: [{ label: 'Q1' }] }, 'it gives no figure'],
    ['misspell a figure', { qubits: [{ label: 'Q1', t2: 9 }] }, /t2/],
    ['are no lifetimes', { qubits: [{ label: 'Q1', t2_us: -1 }] }, /t2_us/],
  ])('are refused where they %s, naming the file', (_, changes, message) => {
    expect(() => entered(changes)).toThrow(message)
    expect(() => entered(changes)).toThrow(/^figures\.json/)
  })

  it('are of one experiment with what is published', () => {
    const some = snapshot({
      qubits: snapshot().qubits.map((qubit, at) => (at === 0 ? { ...qubit, t2_us: null } : qubit)),
    })
    const alone = figures({ qubits: [{ label: 'Q0', t2_us: 3 }] })
    expect(() => importSnapshot([pentadFile(some), alone])).toThrow('of another experiment, echo')
  })
})
