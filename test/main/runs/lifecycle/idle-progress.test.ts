import { expect, it } from 'vitest'
import { runOf } from '../../../../main/runs/lifecycle/table'
import type { RunRow } from '../../../../main/runs/model/run'

const of = (status: RunRow['status']) => {
  const row = { status, request: '{}', warnings: '[]', reason_code: null, summary: null, replay: null, created_at: 0 }
  return runOf({ ...row, started_at: null, finished_at: null } as RunRow, undefined).progress
}

it('a run whose turn has come is no longer called queued, though nothing reports its progress yet', () => {
  expect(of('PENDING')).toEqual({ fraction: 0, stage: 'queued' })
  expect(of('PROCESSING')).toEqual({ fraction: 0, stage: 'getting ready' })
  expect(of('COMPLETED')).toEqual({ fraction: 1, stage: 'done' })
  expect(of('ABORTED')).toEqual({ fraction: 0, stage: 'aborted' })
})
