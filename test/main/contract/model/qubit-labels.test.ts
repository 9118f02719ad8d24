import { describe, expect, it } from 'vitest'
import { labelled, labelledPair, labelsAmong, labelsOf } from '../../../../main/contract/model/qubit-labels'

const labels = labelsOf([
  { index: 0, label: '0' },
  { index: 1, label: 'QB2' },
  { index: 2, label: '5_6' },
])

describe("the vendor's names of qubits", () => {
  it('stand beside the index where they say something else', () => {
    expect([0, 1, 2, 9].map(index => labelled(index, labels))).toEqual(['0', '1 (QB2)', '2 (5_6)', '9'])
    expect(labelled(1, undefined)).toBe('1')
    expect(labelsOf([{ index: 4, label: 'Q4' }])).toEqual({})
  })

  it('stand beside a pair, smaller index first', () => {
    expect(labelledPair(2, 1, { labels })).toBe('1-2 (QB2-5_6)')
    expect(labelledPair(1, 0, { labels })).toBe('0-1 (0-QB2)')
    expect(labelledPair(4, 0, { labels })).toBe('0-4')
    expect(labelledPair(1, 2, { labels, dash: '–' })).toBe('1–2 (QB2–5_6)')
  })

  it('are left out of a record where none differs', () => {
    expect(labelsAmong(labels, [0, 9])).toBeUndefined()
    expect(labelsAmong(labels, [0, 2])).toEqual({ 2: '5_6' })
  })
})
