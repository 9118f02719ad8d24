import { describe, expect, it } from 'vitest'
import type { InstrumentEvent } from '../../../../main/contract/instruments/events'
import type { MachineProgress } from '../../../../main/contract/instruments/lab'
import {
  instrumentAfterEvent,
  listAfterEvent,
  progressAfterEvent,
} from '../../../../renderer/src/api/instruments/apply-event'
import { sampleDetail, sampleInstrument, sampleReading } from '../../samples/instruments'

const head = { sequence: 1, at: '2026-11-23T10:00:00Z' }
const reported = (instrument: ReturnType<typeof sampleInstrument>): InstrumentEvent => ({
  type: 'instrument',
  ...head,
  instrument,
})
const list = { items: [sampleInstrument('dac'), sampleInstrument('gauge')], problems: [] }

describe('what the stream reports of instruments', () => {
  it('takes the place of what was known, adds what is new, and removes what is gone', () => {
    const lost = { ...sampleInstrument('gauge'), state: 'lost' as const }
    expect(listAfterEvent(list, reported(lost)).items.map(({ state }) => state)).toEqual(['ready', 'lost'])
    expect(listAfterEvent(list, reported(sampleInstrument('new'))).items).toHaveLength(3)
    const removed = listAfterEvent(list, { type: 'removed', ...head, instrument_id: 'dac' })
    expect(removed.items.map(({ instrument_id }) => instrument_id)).toEqual(['gauge'])
  })

  it('puts a reading at its parameter and channel, unless a newer one is there', () => {
    const event = (value: number, at: string): InstrumentEvent => ({
      type: 'reading',
      ...head,
      instrument_id: 'dac',
      simulated: true,
      reading: sampleReading(value, at, '2'),
    })
    const newer = instrumentAfterEvent(sampleDetail(), event(0.5, '2026-11-23T10:00:02Z'))
    expect(newer.parameters[0]!.channels.map(({ latest }) => latest?.value ?? null)).toEqual([null, 0.5])
    const older = instrumentAfterEvent(newer, event(0.1, '2026-11-23T10:00:01Z'))
    expect(older.parameters[0]!.channels[1]!.latest?.value).toBe(0.5)
    const other = instrumentAfterEvent(newer, {
      ...event(9, '2026-11-23T10:00:09Z'),
      instrument_id: 'gauge',
    } as InstrumentEvent)
    expect(other).toBe(newer)
  })

  it('keeps the newest progress of each instrument and work', () => {
    const progress = (instrument_id: string, batch: number): MachineProgress => ({
      work: 'run-1',
      kind: 'run',
      instrument_id,
      simulated: true,
      phase: 'running',
      batch,
      batches: 4,
      bytes: 10,
      errors: [],
      at: head.at,
    })
    const known = progressAfterEvent(progressAfterEvent([], progress('a', 1)), progress('b', 1))
    expect(progressAfterEvent(known, progress('a', 2)).map(({ batch }) => batch)).toEqual([2, 1])
  })
})
