/** A batch that was being written, as a reload brings it back. */
import { expect, it } from 'vitest'
import { FIRST_FIELDS } from '../../../../../renderer/src/job-form/fields/submit-fields'
import { EMPTY_CIRCUIT, restored } from '../../../../../renderer/src/pages/jobs/new-batch/kept-batch'

it('is what was typed, without the numbers of the circuits', () => {
  const typed = { name: 'a', shots: '7', text: 'qubit q;', parameters: '', saved: '' }
  const { fields, circuits } = restored({
    fields: { ...FIRST_FIELDS, shots: '12' },
    circuits: [typed, typed].map(circuit => ({ ...circuit, id: 1 })),
  })
  expect(fields).toEqual({ ...FIRST_FIELDS, shots: '12' })
  expect(circuits).toEqual([typed, typed])
})

it.each([[null], [3], ['{'], [{ fields: 3, circuits: 'none' }], [{ circuits: [] }]])('is nothing of %j', stored => {
  expect(restored(stored)).toEqual({ fields: FIRST_FIELDS, circuits: [], unreadable: 0 })
})

it('takes fields of the wrong kind, and those of another version, as not typed', () => {
  const { fields, circuits } = restored({
    fields: { shots: 12, gone: 'x', exact: true },
    circuits: [{ text: 5 }],
  })
  expect(fields).toEqual({ ...FIRST_FIELDS, exact: true })
  expect(circuits).toEqual([EMPTY_CIRCUIT])
})

it('leaves out what is no circuit, and counts it', () => {
  const typed = { ...EMPTY_CIRCUIT, text: 'qubit q;' }
  const { circuits, unreadable } = restored({ circuits: [null, typed, 3, 'qubit q;', [typed]] })
  expect(circuits).toEqual([typed])
  expect(unreadable).toBe(4)
})
