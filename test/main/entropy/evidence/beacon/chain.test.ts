import { createPrivateKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { BeaconPulse, PublishedPulse } from '../../../../../main/contract/entropy/pulse'
import {
  type BeaconCertificate,
  generateBeaconKey,
  readCertificate,
} from '../../../../../main/entropy/evidence/beacon/certificate'
import { skipList, skipListFault } from '../../../../../main/entropy/evidence/beacon/chain'
import {
  chainEnd,
  compositePulseHolds,
  linkedIndex,
  localRandomValue,
  nextPulse,
  publishPulse,
  pulseFault,
  signPulse,
} from '../../../../../main/entropy/evidence/beacon/pulse'
import { linkOf } from '../../../../../main/entropy/evidence/beacon/pulse-bytes'
import { issuer } from '../issued'
import { pulseChainFault } from './chain-fault'
import { beaconKey, minutes, pulsesAt, randomOf, testCertificate } from './pulsed'

/** Over the ends of an hour, a day, a month and a year, then a gap of three minutes. */
const TIMES = [...minutes('2026-12-31T22:58:00Z', 70), ...minutes('2027-01-01T00:11:00Z', 3)]
let certificate: BeaconCertificate
let pulses: BeaconPulse[]
beforeAll(async () => {
  certificate = await testCertificate()
  pulses = pulsesAt(TIMES, certificate.id)
})

const at = (index: number): BeaconPulse => pulses[index - 1]!
const links = (index: number) =>
  Object.fromEntries(at(index).listValues.map(({ type, uri }) => [type, linkedIndex(uri)]))
/** A pulse changed and signed anew: what a beacon itself could do wrong. */
function resigned(index: number, change: Partial<BeaconPulse>): BeaconPulse[] {
  const { signatureValue: _, outputValue: __, ...unsigned } = { ...at(index), ...change }
  return pulses.with(index - 1, signPulse(unsigned, beaconKey))
}

describe('a chain of pulses', () => {
  it('verifies from its first pulse and from any later one', () => {
    for (const pulse of pulses) {
      expect(BeaconPulse.parse(pulse)).toEqual(pulse)
      expect(pulseFault(pulse, certificate)).toBeNull()
    }
    expect(pulseChainFault(pulses)).toBeNull()
    expect(pulseChainFault(pulses.slice(20))).toBeNull()
  })

  it('links to the pulse before and to the first of hour, day, month and year, floored to pulse 1', () => {
    expect(links(2)).toEqual({ previous: 1, hour: 1, day: 1, month: 1, year: 1 })
    // 23:00 is the third: it links to the first of the hour before, which is the chain's first.
    expect(links(3)).toEqual({ previous: 2, hour: 1, day: 1, month: 1, year: 1 })
    expect(links(4)).toEqual({ previous: 3, hour: 3, day: 1, month: 1, year: 1 })
    // Midnight of the new year is the 63rd.
    expect(at(63).timeStamp).toBe('2027-01-01T00:00:00.000Z')
    expect(links(63)).toEqual({ previous: 62, hour: 3, day: 1, month: 1, year: 1 })
    expect(links(64)).toEqual({ previous: 63, hour: 63, day: 63, month: 63, year: 63 })
  })

  it('says what each pulse is: the first, one in the chain, one after a gap', () => {
    expect(at(1).statusCode).toBe(1)
    expect(at(2).statusCode).toBe(0)
    expect(at(71).statusCode).toBe(2)
    expect(at(72).statusCode).toBe(0)
    expect(at(1).listValues.every(({ uri, value }) => uri === null && value === '0'.repeat(128))).toBe(true)
  })

  it.each([
    ['is left out', () => pulses.toSpliced(10, 1), 'pulse_missing'],
    ['comes twice', () => pulses.toSpliced(10, 0, at(10)), 'pulse_missing'],
    [
      'opens another value than was committed to',
      () => resigned(9, { localRandomValue: randomOf(99) }),
      'pulse_precommitment_mismatch',
    ],
    ['was replaced', () => resigned(9, { precommitmentValue: randomOf(99) }), 'pulse_link_mismatch'],
    ['hides a gap', () => resigned(71, { statusCode: 0 }), 'pulse_status_wrong'],
    ['claims a gap', () => resigned(9, { statusCode: 2 }), 'pulse_status_wrong'],
    ['does not say that it is the first', () => resigned(1, { statusCode: 0 }), 'pulse_status_wrong'],
    ['comes off the beat', () => resigned(9, { timeStamp: '2026-12-31T23:06:30.000Z' }), 'pulse_time_wrong'],
    ['goes back in time', () => resigned(9, { timeStamp: '2026-12-31T23:00:00.000Z' }), 'pulse_time_wrong'],
    [
      'links to another hour',
      () =>
        resigned(9, {
          listValues: at(9).listValues.map(link => (link.type === 'hour' ? linkOf(at(2), 'hour') : link)),
        }),
      'pulse_link_mismatch',
    ],
    [
      'says another address for a link',
      () =>
        pulses.with(8, {
          ...at(9),
          listValues: at(9).listValues.map(l => (l.type === 'hour' ? { ...l, uri: at(4).uri } : l)),
        }),
      'pulse_link_mismatch',
    ],
  ])('fails where a pulse %s', (_, make, code) => expect(pulseChainFault(make())?.code).toBe(code))

  it('may be followed by a new chain, from its first pulse on', () => {
    const next = pulsesAt(minutes('2027-01-01T00:20:00Z', 3), certificate.id, 2)
    expect(pulseChainFault([...pulses, ...next])).toBeNull()
    expect(pulseChainFault([...pulses, ...next.slice(1)])?.code).toBe('pulse_missing')
  })

  it('goes forward in time, on the beat', () => {
    const end = chainEnd(null, at(1))
    const input = { base: 'b', chainIndex: 1, period: 60_000, certificateId: certificate.id, external: at(1).external }
    const random = { localRandomValue: randomOf(1), nextRandomValue: randomOf(2) }
    for (const time of [
      Date.parse(at(1).timeStamp),
      Date.parse(at(1).timeStamp) - 60_000,
      Date.parse(at(2).timeStamp) + 1,
    ])
      expect(() => nextPulse(end, { ...input, ...random, time })).toThrow(RangeError)
  })
})

describe('a skip list', () => {
  it('goes back by the longest links and verifies', () => {
    const way = skipList(at(73), 5, index => pulses[index - 1] ?? null)
    expect(way.map(({ pulseIndex }) => pulseIndex).at(-1)).toBe(5)
    expect(way.length).toBeLessThan(73 - 5)
    expect(skipListFault(way)).toBeNull()
    expect(skipList(at(73), 1, index => pulses[index - 1] ?? null).map(({ pulseIndex }) => pulseIndex)).toEqual([
      73, 63, 1,
    ])
    expect(skipList(at(5), 5, () => null)).toEqual([at(5)])
  })

  it('fails with a step that no link makes', () => {
    expect(skipListFault([at(73), at(62)])?.code).toBe('pulse_link_mismatch')
    expect(skipListFault([at(5), at(5)])?.code).toBe('pulse_link_mismatch')
  })

  it.each([0, 74, 1.5])('has no way to pulse %d', to => {
    expect(() => skipList(at(73), to, () => null)).toThrow(RangeError)
  })
})

describe('our composite signature', () => {
  it('covers all of a pulse, the addresses of its links included', () => {
    const { key, record } = issuer()
    const published = PublishedPulse.parse(publishPulse(at(9), record.kid, key))
    expect(compositePulseHolds(published, key.publicKey)).toBe(true)
    const moved = { ...at(9), listValues: at(9).listValues.map(link => ({ ...link, uri: at(1).uri })) }
    expect(compositePulseHolds({ ...published, pulse: moved }, key.publicKey)).toBe(false)
    expect(compositePulseHolds({ pulse: at(9) }, key.publicKey)).toBe(false)
  })
})

describe('a local random value', () => {
  it('takes two outputs at least, each of 64 bytes at least, and depends on all of them', () => {
    const [a, b, c] = [1, 2, 3].map(byte => new Uint8Array(64).fill(byte)) as [Uint8Array, Uint8Array, Uint8Array]
    expect(new Set([localRandomValue([a, b]), localRandomValue([a, c]), localRandomValue([c, b])]).size).toBe(3)
    expect(() => localRandomValue([a])).toThrow(RangeError)
    expect(() => localRandomValue([a, b.subarray(1)])).toThrow(RangeError)
  })
})

describe('a certificate', () => {
  it('is X.509 with the key that signs, and its id is the hash of its DER', () => {
    expect(readCertificate(certificate.pem)?.id).toBe(certificate.id)
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(4096)
    expect(readCertificate('no certificate')).toBeNull()
    expect(readCertificate(new Uint8Array(9))).toBeNull()
  })

  it('gets an RSA key of 4096 bits', async () => {
    const key = createPrivateKey({ key: Buffer.from(await generateBeaconKey()), format: 'der', type: 'pkcs8' })
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(4096)
  })
})
