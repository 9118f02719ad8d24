import { describe, expect, it } from 'vitest'
import {
  evenStepsTable,
  parameterTableText,
  readParameterTable,
} from '../../../../renderer/src/job-form/fields/parameter-table'

describe('a table of parameters', () => {
  it('is read from pasted CSV, tabs and semicolons too', () => {
    const wanted = {
      names: ['theta', 'phi'],
      rows: [
        [0.1, -2],
        [3, 1e-3],
      ],
    }
    for (const mark of [',', '\t', ' ; '])
      expect(readParameterTable(`theta${mark}phi\n0.1${mark}-2\n\n3${mark}1e-3\n`)).toEqual(wanted)
    expect(readParameterTable('θ, φ_1\n1,2')).toEqual({ names: ['θ', 'φ_1'], rows: [[1, 2]] })
    expect(readParameterTable('  \n')).toBeNull()
  })

  it.each([
    ['theta', 'A line of names, then a line for each row'],
    ['theta,phi\n1,2\n3', 'Row 1: one number for each of theta, phi'],
    ['theta\nx', 'Row 0: one number for each of theta'],
    ['sin\n1', 'this word has a meaning in expressions already; choose another name'],
    ['a,a\n1,2', 'a is listed twice; name each parameter once'],
  ])('%j says what is wrong', (typed, fault) => {
    expect(readParameterTable(typed)).toEqual({ fault })
  })

  it('is made in even steps that hold both ends', () => {
    expect(evenStepsTable({ name: 'theta', from: '0', to: '1', steps: '5' })).toBe('theta\n0\n0.25\n0.5\n0.75\n1')
    expect(evenStepsTable({ name: 'b', from: '0', to: '1', steps: '2' }, ['a', 'b'])).toBe('b,a\n0,0\n1,0')
    expect(evenStepsTable({ name: 'theta', from: '', to: '1', steps: '5' })).toBeNull()
    expect(evenStepsTable({ name: 'theta', from: '0', to: '1', steps: '1' })).toBeNull()
  })
})

it('a table that was given is written so that it reads as the same', () => {
  const given = {
    names: ['theta', 'phi'],
    rows: [
      [0.1 + 0.2, -1e-17],
      [Math.PI, 3],
    ],
  }
  expect(readParameterTable(parameterTableText(given))).toEqual(given)
})
