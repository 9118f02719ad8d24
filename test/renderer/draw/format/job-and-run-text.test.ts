import { describe, expect, it } from 'vitest'
import { REASONS } from '../../../../main/contract/jobs/status'
import { endedText } from '../../../../renderer/src/draw/format/job-and-run-text'

const ended = (status: 'FAILED' | 'ABORTED', code: (typeof REASONS)[number] | null) =>
  endedText('run', { status, code })

describe('the heading of a job or run without a whole result', () => {
  it('says aborted only where it was aborted on request', () => {
    expect(ended('ABORTED', 'user_cancelled')).toBe('The run was aborted')
    expect(ended('ABORTED', 'instrument_lost')).toBe('The run was stopped: the connection to an instrument was lost')
    const aborted = REASONS.filter(code =>
      ended(code === 'user_cancelled' ? 'ABORTED' : 'FAILED', code).includes('aborted'),
    )
    expect(aborted).toEqual(['user_cancelled'])
  })

  it('has words of its own for every reason but a fault of the engine', () => {
    const headings = REASONS.map(code => ended('FAILED', code))
    expect(new Set(headings).size).toBe(REASONS.length)
    expect(headings.filter(heading => heading === 'The run failed')).toHaveLength(1)
  })

  it('says that it failed where the reason has no more to say, or is not recorded', () => {
    expect(ended('FAILED', 'engine_error')).toBe('The run failed')
    expect(endedText('job', { status: 'FAILED', code: null })).toBe('The job failed')
    expect(endedText('job', { status: 'ABORTED', code: null })).toBe('The job was aborted')
  })
})
