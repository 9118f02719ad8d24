import { describe, expect, it } from 'vitest'
import type { CommandLogEntry } from '../../../../main/contract/instruments/command-log'
import { TwinFaultScript } from '../../../../main/contract/instruments/twin-faults'
import {
  enteredFault,
  FAULT_KINDS,
  FAULT_NAMES,
  twinFaultText,
} from '../../../../renderer/src/draw/instruments/fault-kinds'
import { recalled, remembered } from '../../../../renderer/src/draw/instruments/line-history'
import { passesCommandFilter } from '../../../../renderer/src/draw/instruments/log-filter'
import {
  batchText,
  bytesText,
  changesNeeds,
  holderPath,
  limitText,
  linkText,
  metNeedsText,
  modelText,
  outputLimitText,
  safeValues,
} from '../../../../renderer/src/draw/instruments/state-text'

describe('states in words', () => {
  it('say the model of who answers, and not that nobody was asked where somebody was lost', () => {
    const acme = { vendor: 'ACME', model: 'V1', state: 'ready' as const }
    expect(modelText(acme)).toBe('ACME V1')
    expect(modelText({ ...acme, model: null, state: 'connecting' })).toBe('not asked yet')
    expect(modelText({ ...acme, model: null, state: 'lost' })).toBe('not connected')
  })

  it('lead from a lease to the page of its run or job, and nowhere from an operator', () => {
    expect(holderPath({ kind: 'run', holder_id: 'r1', label: 'x' })).toBe('/runs/r1')
    expect(holderPath({ kind: 'job', holder_id: 'j1', label: 'x' })).toBe('/jobs/j1')
    expect(holderPath({ kind: 'operator', holder_id: 'operator:k1', label: 'x' })).toBeNull()
  })

  it('show what a link costs: 1 MiB at 92,160 bytes a second takes 11.4 s', () => {
    const profile = { link_bytes_per_s: 92_160, program_bytes: 4_194_304 } as Parameters<typeof linkText>[0]['profile']
    expect(linkText({ profile })).toBe('90 KiB/s: 1 MiB takes 11.4 s, the largest program (4 MiB) 45.5 s')
    expect(bytesText(1_023)).toBe('1,023 B')
  })

  it('count batches from the first on', () => {
    expect(batchText({ batch: null, batches: 12 })).toBe('—')
    expect(batchText({ batch: 3, batches: 12 })).toBe('batch 3 of 12')
    expect(batchText({ batch: 3, batches: null })).toBe('batch 3')
  })

  it('say what a limit asks for', () => {
    expect(limitText({ below: 0.05, above: null, unit: 'K' })).toBe('below 50 mK')
    expect(limitText({ below: null, above: null, unit: 'K' })).toBe('a valid reading')
  })

  it('say what an output is kept to, and when a run may need something else', () => {
    expect(outputLimitText({ min: -2, max: 2, unit: 'V' })).toBe('−2 V to 2 V')
    expect(outputLimitText({ min: null, max: 0.5, unit: 'V' })).toBe('at most 500 mV')
    expect(outputLimitText({ min: 10, max: null, unit: 'dB' })).toBe('at least 10 dB')
    const happened = { sequence: 1, at: '2026-11-27T12:03:04.250Z' }
    const entry = {
      ...happened,
      instrument_id: 'dac',
      simulated: true,
      text: '',
      actor: 'ana',
      work: null,
      details: {},
      event: 'console' as const,
    }
    expect(changesNeeds({ type: 'experiment', ...happened, entry })).toBe(true)
    expect(changesNeeds({ type: 'experiment', ...happened, entry: { ...entry, event: 'query' } })).toBe(false)
    expect(changesNeeds({ type: 'lab', ...happened })).toBe(true)
  })

  it('say that the lab is ready by what it asks for: preconditions, limits of outputs, both or neither', () => {
    const output = (status: 'ok' | 'not_read') => ({ status })
    expect(metNeedsText({ items: [], outputs: [] })).toBe(
      'The lab profile asks for no precondition and limits no output.',
    )
    expect(metNeedsText({ items: [{}], outputs: [] })).toBe('The lab is ready: every precondition is met.')
    expect(metNeedsText({ items: [], outputs: [output('ok')] })).toBe(
      'The lab is ready: every output is within its limits.',
    )
    expect(metNeedsText({ items: [{}], outputs: [output('ok'), output('not_read')] })).toBe(
      'The lab is ready: every precondition is met, every output that was read is within its limits, 1 output with limits will be read before the run starts.',
    )
  })

  it('report read-back values where an instrument is safe, and the last known where it is not reachable', () => {
    const item = { instrument_id: 'dac', label: 'Flux bias', simulated: true, problem: null }
    const values = [{ parameter: 'voltage', channel: '1', value: 0, unit: 'V', read_at: '2026-11-27T12:03:04.250Z' }]
    expect(safeValues({ ...item, outcome: 'safe', values })).toBe('voltage 1: 0 V')
    expect(safeValues({ ...item, outcome: 'unreachable', values })).toBe(
      'not reached; last known value, read at 2026-11-27 12:03:04 UTC: voltage 1: 0 V',
    )
    const later = { ...values[0]!, channel: '2', value: 1, read_at: '2026-11-27T12:05:00.000Z' }
    expect(safeValues({ ...item, outcome: 'unreachable', values: [...values, later] })).toBe(
      'not reached; last known values, read from 2026-11-27 12:03:04 to 2026-11-27 12:05:00 UTC: voltage 1: 0 V, voltage 2: 1 V',
    )
    expect(safeValues({ ...item, outcome: 'unreachable', values: [] })).toBe(
      'not reached; no value of it was ever read',
    )
    expect(safeValues({ ...item, outcome: 'held', values: [] })).toBe('none of its parameters has a safe value')
  })
})

describe('faults of a twin', () => {
  it.each(FAULT_NAMES)('%s is sent as the contract reads it', kind => {
    const fault = enteredFault(kind, FAULT_KINDS[kind].field?.start ?? '')
    expect(TwinFaultScript.safeParse({ script: [{ after_replies: 0, fault }] }).success).toBe(true)
    expect(twinFaultText(fault)).toContain(FAULT_KINDS[kind].text)
  })
})

it('faults of a twin are shown with their figure and its unit', () => {
  expect(twinFaultText(enteredFault('delay', '2000'))).toBe('The reply is late (2000 ms)')
  const replug = enteredFault('replug', ' 4711 ')
  expect(replug).toEqual({ kind: 'unplug', bytes: 0, returns_after_ms: 1_000, serial_number: '4711' })
  expect(twinFaultText(replug)).toBe('Another of its kind comes in its place a second later ("4711")')
  expect(twinFaultText(enteredFault('garbage', '8'))).toBe('Noise comes before the reply (8 bytes)')
  expect(twinFaultText(enteredFault('busy', 'BUSY'))).toBe('It answers that it is busy ("BUSY")')
})

describe('the console’s lines', () => {
  it('come back one by one, and what was being typed at the end', () => {
    const lines = remembered(remembered(remembered([], 'A'), 'B'), 'A')
    expect(lines).toEqual(['B', 'A'])
    expect([0, 1, 2].map(back => recalled(lines, back, 'typing'))).toEqual(['typing', 'A', 'B'])
  })
})

describe('the filters of the command log', () => {
  const entry: CommandLogEntry = {
    sequence: 1,
    at: '2026-11-23T10:00:00Z',
    instrument_id: 'dac',
    simulated: true,
    direction: 'sent',
    text: 'VOLT?\\n',
    byte_count: 6,
    sha256: null,
    latency_ms: null,
    outcome: 'first_byte_timeout',
    actor: null,
    work: null,
  }
  it('let through what they name', () => {
    expect(passesCommandFilter(entry, {})).toBe(true)
    expect(passesCommandFilter(entry, { text: 'volt', direction: 'sent', outcome: 'fault' })).toBe(true)
    expect(passesCommandFilter(entry, { outcome: 'ok' })).toBe(false)
    expect(passesCommandFilter(entry, { direction: 'received' })).toBe(false)
    expect(passesCommandFilter(entry, { instrument_id: 'gauge' })).toBe(false)
    expect(passesCommandFilter({ ...entry, outcome: null }, { outcome: 'fault' })).toBe(false)
    expect(passesCommandFilter({ ...entry, outcome: 'closed' }, { outcome: 'fault' })).toBe(false)
    expect(passesCommandFilter({ ...entry, outcome: 'earlier_error' }, { outcome: 'fault' })).toBe(true)
  })
})
