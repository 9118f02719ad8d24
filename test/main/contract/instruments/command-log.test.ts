import { expect, it } from 'vitest'
import { hasOutcome } from '../../../../main/contract/instruments/command-log'

it('the filter for faults finds every outcome but success, the end of a port that the service closed, and none yet', () => {
  const found = [null, 'ok', 'closed', 'earlier_error', 'error', 'disconnected'].filter(outcome =>
    hasOutcome({ outcome }, 'fault'),
  )
  expect(found).toEqual(['earlier_error', 'error', 'disconnected'])
})

it('any other outcome is found by its name', () => {
  expect(hasOutcome({ outcome: 'closed' }, 'closed')).toBe(true)
  expect(hasOutcome({ outcome: 'ok' }, 'closed')).toBe(false)
  expect(hasOutcome({ outcome: null }, 'ok')).toBe(false)
})
