import { describe, expect, it } from 'vitest'
import { REASONS } from '../../../../main/contract/jobs/status'
import { jobEndedText } from '../../../../renderer/src/draw/jobs/ended-text'

const ended = (status: 'FAILED' | 'ABORTED', code: (typeof REASONS)[number]) =>
  jobEndedText(status, { code, message: '' })

describe('the heading of a job without a whole result', () => {
  it('says aborted only where somebody aborted it', () => {
    expect(ended('ABORTED', 'user_cancelled')).toBe('The job was aborted')
    expect(ended('ABORTED', 'instrument_lost')).toBe('The job was stopped: the connection to an instrument was lost')
    const aborted = REASONS.filter(code =>
      ended(code === 'user_cancelled' ? 'ABORTED' : 'FAILED', code).includes('aborted'),
    )
    expect(aborted).toEqual(['user_cancelled'])
  })

  it('says that it failed where the reason has no more to say, or is not recorded', () => {
    expect(ended('FAILED', 'engine_error')).toBe('The job failed')
    expect(jobEndedText('FAILED', null)).toBe('The job failed')
    expect(jobEndedText('ABORTED', null)).toBe('The job was aborted')
  })
})
