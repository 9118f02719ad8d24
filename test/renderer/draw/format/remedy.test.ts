import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../../main/contract/model/errors'
import { remedyInWindow } from '../../../../renderer/src/draw/format/remedy'

const remedyOf = (code: ErrorCode, details: Record<string, unknown> = {}) =>
  remedyInWindow({ code, details, remedy: ERRORS[code].remedy })

/** Names of the API, of HTTP and of what only a script can do. */
const OF_SCRIPTS =
  /details|errors\[|request_id|Retry-After|Idempotency|Content-Type|Authorization|override:|openapi|format=|HTTP|Poll|resource|\bwait=|stream/

describe('what to do about a failure, in the window', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('of %s is a sentence without a name from the API', code => {
    for (const details of [{}, { holder: 'run 7', folder: '/srv/pentad', limit: 1_000 }]) {
      const remedy = remedyOf(code, details)
      expect(remedy).toMatch(/^\p{Lu}.*\.$/u)
      expect(remedy).not.toMatch(OF_SCRIPTS)
    }
  })

  it('states how long to wait, whichever failure the service names a time for', () => {
    expect(remedyOf('rate_limited', { retry_after_s: 12.2 })).toBe('Wait 13 s, then try again.')
    expect(remedyOf('result_not_ready', { retry_after_s: 1 })).toBe('Wait 1 s, then try again.')
  })

  it('names the folder whose disk is full, who holds an instrument, and how much is taken', () => {
    expect(remedyOf('storage_full', { folder: '/srv/pentad', free_bytes: 0 })).toContain('the disk of /srv/pentad,')
    expect(remedyOf('instrument_held', { holder: 'run 7' })).toContain('until run 7 gives it back')
    expect(remedyOf('body_too_large', { limit: 2_000_000 })).toContain('2,000,000 bytes')
  })

  it('asks to sign in again where the session ended, and for the request number where the fault is our own', () => {
    expect(remedyOf('unauthenticated')).toMatch(/session has ended.*Sign in/)
    expect(remedyOf('internal')).toContain('request number below')
  })

  it('hands on what the driver of an instrument advises', () => {
    const remedy = 'close the other program that holds the port'
    expect(remedyOf('instrument_unavailable', { remedy })).toBe('Close the other program that holds the port.')
  })

  it('leaves to the window the words for its own failures', () => {
    const remedy = 'Start it again; this page reconnects by itself.'
    expect(remedyInWindow({ code: 'offline', details: {}, remedy })).toBe(remedy)
  })
})
