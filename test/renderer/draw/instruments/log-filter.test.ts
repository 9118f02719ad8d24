import { describe, expect, it } from 'vitest'
import type { ExperimentLogEntry } from '../../../../main/contract/instruments/command-log'
import { passesExperimentFilter } from '../../../../renderer/src/draw/instruments/log-filter'

const entry = (changed: Partial<ExperimentLogEntry>): ExperimentLogEntry => ({
  sequence: 1,
  at: '2026-11-24T10:00:00Z',
  event: 'sleep',
  instrument_id: null,
  simulated: false,
  text: 'The computer slept',
  actor: 'service',
  work: null,
  details: {},
  ...changed,
})

describe('the filter of the experiment log', () => {
  it('lets through what a run caused, and what happened to the lab while it went on', () => {
    const passes = (changed: Partial<ExperimentLogEntry>) => passesExperimentFilter(entry(changed), { work: 'run-1' })
    expect(passes({ work: 'run-1' })).toBe(true)
    expect(passes({ concerns: ['run-0', 'run-1'] })).toBe(true)
    expect(passes({ concerns: ['run-0'] })).toBe(false)
    expect(passes({})).toBe(false)
    expect(passesExperimentFilter(entry({}), { text: 'SLEPT', event: 'sleep' })).toBe(true)
  })
})
