import { expect, it } from 'vitest'
import { JobStatus, TERMINAL } from '../../../main/contract/jobs'
import { isTerminal, mayMove } from '../../../main/jobs/state'

it.each(JobStatus.options)('%s is terminal exactly when the contract says so', status => {
  expect(isTerminal(status)).toBe(TERMINAL.includes(status))
})

it('lets nothing leave a terminal state', () => {
  for (const from of TERMINAL)
    for (const to of JobStatus.options) expect(mayMove(from, to), `${from} → ${to}`).toBe(false)
})

it('completes only what was processing', () => {
  for (const from of JobStatus.options) expect(mayMove(from, 'COMPLETED'), from).toBe(from === 'PROCESSING')
})
