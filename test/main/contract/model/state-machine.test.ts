import { describe, expect, it } from 'vitest'
import { JobStatus, jobStates } from '../../../../main/contract/jobs/status'
import type { StateMachine } from '../../../../main/contract/model/state-machine'
import { RunStatus, runStates } from '../../../../main/contract/runs/run'

const ENDED = ['COMPLETED', 'FAILED', 'ABORTED']

describe.each([
  { of: 'a job', states: jobStates as StateMachine<string>, options: JobStatus.options as readonly string[] },
  { of: 'a run or a study', states: runStates as StateMachine<string>, options: RunStatus.options },
])('the status of $of', ({ states, options }) => {
  it('is one that the contract lists', () => {
    expect(states.statuses).toEqual(options)
  })

  it('is terminal when completed, failed or aborted', () => {
    expect(options.filter(states.isTerminal)).toEqual(ENDED)
    expect([...states.open, ...ENDED]).toEqual(options)
  })

  it('never leaves a terminal one', () => {
    for (const from of ENDED) for (const to of options) expect(states.mayMove(from, to), `${from} → ${to}`).toBe(false)
  })

  it('is completed only after processing', () => {
    for (const from of options) expect(states.mayMove(from, 'COMPLETED'), from).toBe(from === 'PROCESSING')
  })
})
