import { describe, expect, it } from 'vitest'
import { duePulse } from '../../../../../main/entropy/issuing/beacon/due-pulse'

const MINUTE = 60_000
const at = (minutes: number): number => 29_000_000 * MINUTE + minutes * MINUTE

describe('the pulse that is due', () => {
  it.each([
    ['first of all', at(0.5), null, { kind: 'pulse', time: at(0) }],
    ['on the minute', at(1), at(0), { kind: 'pulse', time: at(1) }],
    ['late in its minute', at(1.9), at(0), { kind: 'pulse', time: at(1) }],
    ['after a gap', at(7.2), at(0), { kind: 'pulse', time: at(7) }],
    ['none, a millisecond before its time', at(1) - 1, at(0), { kind: 'wait' }],
    ['none, of a clock that is ten minutes behind', at(0), at(10), { kind: 'wait' }],
    ['of a new chain, of a clock further behind', at(0) - 1, at(10), { kind: 'new_chain', time: at(-1) }],
  ])('is the one %s', (_, now, last, due) => {
    expect(duePulse(now, MINUTE, last)).toEqual(due)
  })
})
