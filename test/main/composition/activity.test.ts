import { describe, expect, it } from 'vitest'
import { createActivity } from '../../../main/composition/activity'

describe('what goes on', () => {
  it('names runs and jobs while they run, and reports each end once', () => {
    let jobs = 0
    const activity = createActivity(() => jobs)
    const reported: string[] = []
    const stop = activity.onNotice(({ title, text }) => reported.push(`${title}: ${text}`))
    const run = (status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'ABORTED', run_id = 'run-1') =>
      activity.run({ run_id, backend_id: 'dev-a', status })
    run('PENDING')
    expect(activity.running()).toEqual([])
    run('PROCESSING')
    jobs = 2
    expect(activity.running()).toEqual(['the run run-1 on dev-a', '2 circuit jobs'])
    jobs = 0
    run('FAILED')
    run('FAILED')
    run('ABORTED', 'never began')
    activity.alarm({ message: 'too warm', simulated: true, acknowledged_at: null })
    activity.alarm({ message: 'too warm', simulated: true, acknowledged_at: '2026-01-01T00:00:00.000Z' })
    expect(activity.running()).toEqual([])
    stop()
    activity.alarm({ message: 'again', simulated: false, acknowledged_at: null })
    expect(reported).toEqual(['A run has failed: run-1 on dev-a', 'Alarm (SIMULATED): too warm'])
  })
})
