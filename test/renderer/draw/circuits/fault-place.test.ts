import { describe, expect, it } from 'vitest'
import { detailBeforeFaults, faultInWords } from '../../../../renderer/src/draw/circuits/fault-place'

describe('the place of a fault of a submit', () => {
  it.each([
    [{ pointer: '/text', line: 3, column: 5, message: 'no gate' }, 'line 3, column 5: no gate'],
    [{ pointer: '/circuits/1/text', line: 3, column: 5, message: 'no gate' }, 'circuit 2, line 3, column 5: no gate'],
    [{ pointer: '/parameters/rows/12/0', message: 'row 12, parameter theta: no number' }, null],
    [{ pointer: '/parameters/rows', message: 'too many' }, 'rows: too many'],
    [{ pointer: '/circuit/instructions/3/params/0', message: 'not finite' }, 'instruction 3, angle 0: not finite'],
    [{ pointer: '/options/initial_layout', message: 'too long' }, 'initial layout: too long'],
    [{ pointer: '/observables/2/terms/0/pauli', message: 'no Pauli' }, 'observable 2, term 0, pauli: no Pauli'],
    [{ pointer: '', message: 'no object' }, null],
  ])('is reported in words: %#', (fault, said) => {
    expect(faultInWords(fault)).toBe(said ?? fault.message)
  })

  it('is left out of what the problem says before it', () => {
    const faults = [{ pointer: '/text', line: 1, column: 2, message: 'wrong' }]
    expect(detailBeforeFaults({ detail: 'The job cannot run on a: /text (line 1, column 2): wrong', faults })).toBe(
      'The job cannot run on a',
    )
    expect(detailBeforeFaults({ detail: 'No such backend', faults })).toBe('No such backend')
    expect(detailBeforeFaults({ detail: 'No such backend', faults: [] })).toBe('No such backend')
  })
})
