import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SampleFault } from '../../../../main/contract/entropy/sample-fault'
import type { QualityPoint, SourceQuality } from '../../../../main/contract/entropy/source'
import { changeLine } from '../../../../renderer/src/draw/entropy/audit-text'
import { hexDump, hexToBytes, shortHex } from '../../../../renderer/src/draw/entropy/hex'
import {
  chainLinks,
  countdownText,
  recentIndexes,
  untilNextPulse,
} from '../../../../renderer/src/draw/entropy/pulse-text'
import { joinedPoints, qualityPoint, withPoint } from '../../../../renderer/src/draw/entropy/quality-history'
import { qualityPlots } from '../../../../renderer/src/draw/entropy/quality-plots'
import { drawKindText, receiptSheet } from '../../../../renderer/src/draw/entropy/receipt-text'
import { refusalLines } from '../../../../renderer/src/draw/entropy/refusal-text'
import {
  enteredSampleFault,
  SAMPLE_FAULT_KINDS,
  sampleFaultText,
} from '../../../../renderer/src/draw/entropy/sample-fault-form'
import {
  byteText,
  creditText,
  problemBesideState,
  sourceIntent,
  sourceStateText,
} from '../../../../renderer/src/draw/entropy/source-text'
import { enteredKeys, evidenceFault, pastedDocument } from '../../../../renderer/src/draw/entropy/verification-text'
import { issueLog } from '../../../main/entropy/evidence/issued'

const ALARMS = { single: 1, intermittent: 0, permanent: 0 }
const QUALITY = {
  id: 'urn:pentad:source:homodyne:1',
  entropy: 0.55,
  claimed: 4.4,
  bits_per_sample: 8,
  available_bytes: 2_048,
  watermarks: { low: 1_000, high: 4_000 },
  samples_tested: 9_000,
  failures: { windows_passed: 9, windows_failed: 2, alarms: ALARMS, latched_by: null, recent: [] },
} as unknown as SourceQuality

describe('sources', () => {
  it('are named by what stops them first', () => {
    expect(sourceStateText({ state: 'disabled', health: 'healthy' })).toBe('disabled')
    expect(sourceStateText({ state: 'enabled', health: 'latched' })).toBe('latched')
    expect(sourceIntent({ state: 'enabled', health: 'latched', problem: 'latched' })).toBe('danger')
    expect(sourceIntent({ state: 'enabled', health: 'healthy', problem: 'budget_spent' })).toBe('warning')
  })

  it('do not say their state again in what stops them', () => {
    const state = 'enabled'
    expect(problemBesideState({ state, health: 'idle', problem: 'idle: begins with the first draw' })).toBe(
      'begins with the first draw',
    )
    const health = 'healthy'
    expect(problemBesideState({ state: 'quarantined', health, problem: 'quarantined' })).toBe(
      'an operator must enable it again',
    )
    expect(problemBesideState({ state, health, problem: 'the port is closed: plug it in' })).toBe(
      'the port is closed: plug it in',
    )
    expect(problemBesideState({ state, health, problem: null })).toBeNull()
  })

  it('never round their credit up', () => {
    expect(creditText({ raw: true, entropy: 0.749_99, provisional: false })).toBe('0.7499 bits a raw bit')
    expect(creditText({ raw: true, entropy: null, provisional: true })).toBe('not assessed yet')
    expect(creditText({ raw: false, entropy: null, provisional: true })).toBe('none credited: its samples are whitened')
    expect([0, 1_023, 1_024, 262_144, 5_242_880].map(byteText)).toEqual(['0 B', '1,023 B', '1 KiB', '256 KiB', '5 MiB'])
  })
})

describe('quality over time', () => {
  const at = (second: number): QualityPoint => qualityPoint(QUALITY, second * 1_000)

  it('keeps the newest ten minutes that the window saw, each time once', () => {
    let seen: readonly QualityPoint[] = []
    for (let second = 0; second < 400; second++) seen = withPoint(seen, at(second))
    expect(seen).toHaveLength(300)
    expect(withPoint(seen, at(399))).toBe(seen)
  })

  it('goes on from the points of the service, without telling a time twice', () => {
    expect(joinedPoints([at(1), at(3)], [at(2), at(3), at(4)])).toEqual([at(1), at(3), at(4)])
    expect(joinedPoints([], [at(2)])).toEqual([at(2)])
    expect(joinedPoints([at(1)], [])).toEqual([at(1)])
  })

  it('is drawn, with a table of the same figures', () => {
    const plots = qualityPlots({ ...QUALITY, points: [at(1), { ...at(2), entropy: null }] }, 'light')
    expect(plots.map(({ title }) => title)).toEqual([
      'Min-entropy',
      'In store',
      'Alarms of the health tests',
      'Samples tested',
    ])
    for (const { chart, table } of plots) {
      expect(table.columns).toHaveLength(chart.traces.length + 1)
      expect(table.rows).toHaveLength(2)
    }
    expect(plots[0]!.table.rows).toEqual([
      ['1970-01-01 00:00:01 UTC', 0.55, 0.55],
      ['1970-01-01 00:00:02 UTC', 'not assessed', 0.55],
    ])
    expect(plots[0]!.chart.traces[0]).toMatchObject({ y: [0.55, null] })
  })
})

describe('bytes', () => {
  it('come back from hex as they were, and are dumped sixteen a line', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), bytes => {
        const hex = Buffer.from(bytes).toString('hex')
        expect([...hexToBytes(hex)]).toEqual([...bytes])
        const dumped = hexDump(hex)
          .split('\n')
          .map(line => line.slice(7).replaceAll(' ', ''))
        expect(dumped.join('')).toBe(hex)
      }),
    )
    expect(() => hexToBytes('abc')).toThrow(RangeError)
    expect(shortHex('ab'.repeat(20))).toBe('abababababab…')
  })
})

describe('receipts and refusals', () => {
  const [receipt] = issueLog(1).receipts
  it('say every field in words', () => {
    const sheet = Object.fromEntries(receiptSheet(receipt!))
    expect(sheet).toMatchObject({ Draw: 'policy default', Bytes: '16', Extractor: null, Serial: '1 in epoch 1' })
    expect(drawKindText({ mode: 'custom', policy: 'pool:vault', type: 'stream_frame' })).toBe('stream, custom vault')
    const extractor = { method: 'circulant', log2_eps: -128, steps: [{ n: 821, m: 256 }] } as const
    expect(
      Object.fromEntries(receiptSheet({ ...receipt!, extractor: { ...extractor, steps: [...extractor.steps] } }))
        .Extractor,
    ).toBe('circulant, ε ≤ 2^−128; n = 821, 256 bits out')
  })

  it('name what is needed, what is there, and who was left out', () => {
    const excluded = [{ source: 'src-a', reason: 'simulated' }, { nothing: 1 }]
    expect(refusalLines({ needed: 4_096, available: 12, excluded, reason: 'empty' })).toEqual([
      ['Needed', '4,096'],
      ['Available', '12'],
      ['Left out: src-a', 'it is simulated'],
    ])
    expect(refusalLines({})).toEqual([])
  })
})

describe('the beacon', () => {
  it('counts down, and says when a pulse is late', () => {
    const info = { last_time: '2026-11-25T19:00:00.000Z', period_ms: 60_000 }
    const until = (second: number) => untilNextPulse(info, Date.parse('2026-11-25T19:00:00Z') + second * 1_000)
    expect(countdownText(until(18.5), false)).toBe('next pulse in 42 s')
    expect(countdownText(until(61), false)).toBe('the next pulse is being signed')
    expect(countdownText(until(61), true)).toBe('the next pulse is late')
    expect(countdownText(untilNextPulse({ ...info, last_time: null }, 0), false)).toContain('first pulse')
  })

  it('knows where links lead', () => {
    const base = 'http://127.0.0.1:7513/beacon/2.0/chain/2/pulse/'
    const listValues = (['year', 'previous'] as const).map((type, at) => ({
      type,
      uri: at ? `${base}9` : null,
      value: 'AB',
    }))
    expect(chainLinks({ listValues }).map(({ type, pulse }) => [type, pulse])).toEqual([
      ['previous', { chain: 2, index: 9 }],
      ['year', null],
    ])
    expect(recentIndexes(3, 10)).toEqual([3, 2, 1])
  })
})

describe('what is to be verified', () => {
  it('is one document, or one a line', () => {
    expect(pastedDocument('{\n"a": 1\n}').name).toBe('pasted')
    expect(pastedDocument('{"a":1}\n\n{"b":2}\n').name).toBe('pasted.jsonl')
    expect(enteredKeys(' abc\n def ')).toEqual(['abc', 'def'])
    expect(enteredKeys('{"format": "pentad-keys/1"}')).toHaveLength(1)
    expect(enteredKeys('  ')).toEqual([])
  })

  it('is refused before it is sent where that is no use', () => {
    expect(evidenceFault([])).toContain('Drop a file')
    expect(evidenceFault([{ name: 'a', text: '' }])).toBe('a is empty.')
    expect(evidenceFault([{ name: 'a', text: 'x'.repeat(15_000_001) }])).toContain('npm run verify')
    expect(evidenceFault([{ name: 'a', text: '{}' }])).toBeNull()
  })

  it.each([
    ['characters of several bytes', 'é'.repeat(7_600_000)],
    ['quotes, which JSON writes with two characters', '"'.repeat(7_600_000)],
  ])('is measured as it is sent: %s', (_, text) => {
    expect(evidenceFault([{ name: 'a', text }])).toContain('more than 15 MB')
    expect(evidenceFault([{ name: 'a', text: text.slice(0, 7_400_000) }])).toBeNull()
  })
})

describe('what operators do', () => {
  it.each(SAMPLE_FAULT_KINDS)('offers the fault %s with figures that it takes', kind => {
    const entered = enteredSampleFault(kind, {})
    if (!('fault' in entered)) throw new Error(entered.wrong)
    expect(SampleFault.parse(entered.fault)).toEqual(entered.fault)
    expect(sampleFaultText(entered.fault)).toContain(kind.replaceAll('_', ' '))
  })

  it('names the field that a fault does not take', () => {
    expect(enteredSampleFault('lag', { chance: '2' })).toEqual({ wrong: 'chance' })
    expect(enteredSampleFault('lag', { lag: '' })).toEqual({ wrong: 'lag' })
    expect(changeLine({ change: { state: 'disabled', budget: null, reset: true } })).toBe(
      'state = disabled, reset = true',
    )
  })
})
