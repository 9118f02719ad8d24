import { randomBytes, webcrypto } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PublicKeys } from '../../../../../main/contract/entropy/key-record'
import { PublishedPulse } from '../../../../../main/contract/entropy/pulse'
import { verifyEvidence } from '../../../../../main/entropy/evidence/verifier/verify'
import { type Beacon, createBeacon } from '../../../../../main/entropy/issuing/beacon/beacon'
import { createPublisher } from '../../../../../main/entropy/issuing/beacon/publisher'
import { openPulseStore } from '../../../../../main/entropy/issuing/beacon/pulse-store'
import { openStore, type Store } from '../../../../../main/store/store'
import { draftOf, openedOn } from '../opened'

const MINUTE = 60_000
const START = Date.parse('2026-11-23T12:57:00.000Z')

let folder = ''
let store: Store
let time = START
/** 2048 bits: the beacon's own takes seconds. */
let rsa: Uint8Array
beforeAll(async () => {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-512',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  const { privateKey } = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  rsa = new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', privateKey))
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-beacon-'))
  store = openStore({ dataDir: folder })
  time = START
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(on = store, at = folder) {
  const parts = openedOn(on, at, () => time)
  const options = {
    ...parts,
    pulses: openPulseStore(on),
    now: () => time,
    period: MINUTE,
    base: () => 'http://lab.example',
    inputs: () => [new Uint8Array(randomBytes(64)), new Uint8Array(randomBytes(64))],
    newKey: async () => rsa,
    report: (error: unknown) => {
      throw error
    },
  }
  return { ...parts, beacon: createBeacon(options), publish: createPublisher(options) }
}

/** Publishes at each of these minutes after the start. */
async function publishAt(publish: ReturnType<typeof open>['publish'], ...minutes: number[]) {
  const published: (PublishedPulse | null)[] = []
  for (const minute of minutes) {
    time = START + minute * MINUTE
    published.push(await publish())
  }
  return published
}

const shown = (pulse: PublishedPulse | null) =>
  pulse && [pulse.pulse.chainIndex, pulse.pulse.pulseIndex, pulse.pulse.statusCode]

async function verdict(beacon: Beacon, keys: PublicKeys, documents: readonly object[], pinned = keys.kid) {
  const file = join(folder, 'pulses.jsonl')
  const certificate = { certificate_pem: beacon.certificate(beacon.info().certificate_id!) }
  const lines = [keys, certificate, ...documents].map(document => `${JSON.stringify(document)}\n`)
  writeFileSync(file, lines.join(''))
  const causes: string[] = []
  await verifyEvidence({ paths: [file], keys: [pinned], onFinding: one => one.cause && causes.push(one.cause) })
  return causes
}

describe('the beacon', () => {
  it('publishes a chain that the offline verifier takes, across an hour, a gap and a restart', async () => {
    const first = open()
    await first.keys.open()
    const before = await publishAt(first.publish, 1, 2, 3, 4)
    const again = open()
    const after = await publishAt(again.publish, 5, 9, 10)
    const pulses = [...before, ...after]
    expect(pulses.map(shown)).toEqual([
      [1, 1, 1],
      [1, 2, 0],
      [1, 3, 0],
      [1, 4, 0],
      [1, 5, 0],
      [1, 6, 2],
      [1, 7, 0],
    ])
    for (const pulse of pulses) PublishedPulse.parse(pulse)
    const keys = await again.checkpoints.keys()
    expect(await verdict(again.beacon, keys, pulses as object[])).toEqual([])
    expect(await verdict(again.beacon, keys, [pulses[0]!, pulses[2]!])).toContain('pulse_missing')
    const way = again.beacon.skipList({ chain: null, from: 7, to: 1 })
    expect(way.pulses.length).toBeLessThan(7)
    expect(await verdict(again.beacon, keys, [way])).toEqual([])
    expect(again.beacon.from(START + 6 * MINUTE).pulse.pulseIndex).toBe(6)
    expect(() => again.beacon.from(START + 11 * MINUTE)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('publishes nothing twice in a minute, and waits for a clock that is behind', async () => {
    const { publish, keys } = open()
    await keys.open()
    const pulses = await publishAt(publish, 20, 20.5, 12, 10)
    expect(pulses.map(shown)).toEqual([[1, 1, 1], null, null, null])
    expect(await publishAt(publish, 21).then(([one]) => shown(one!))).toEqual([1, 2, 0])
  })

  it('begins a new chain after the clock went back by more than ten minutes', async () => {
    const { publish, keys, beacon } = open()
    await keys.open()
    expect((await publishAt(publish, 30, 31, 15, 16)).map(shown)).toEqual([
      [1, 1, 1],
      [1, 2, 0],
      [2, 1, 1],
      [2, 2, 0],
    ])
    expect(beacon.info().chain_reason).toBe('clock_went_back')
  })

  it('begins a new chain where the value that was committed to is lost', async () => {
    const { publish, keys, beacon } = open()
    await keys.open()
    await publishAt(publish, 1, 2)
    store.db.exec('DELETE FROM beacon_next')
    expect((await publishAt(publish, 3)).map(shown)).toEqual([[2, 1, 1]])
    expect(beacon.info().chain_reason).toBe('value_lost')
  })

  it('begins a new chain in a restored or copied folder, by the same certificate, while the old one goes on where it was', async () => {
    const first = open()
    await first.keys.open()
    const [, last] = await publishAt(first.publish, 1, 2)
    const copy = `${folder}-copy`
    cpSync(folder, copy, { recursive: true })
    const copied = openStore({ dataDir: copy })
    try {
      const second = open(copied, copy)
      await second.keys.open()
      const [pulse, next] = await publishAt(second.publish, 3, 4)
      expect([pulse, next].map(one => shown(one!))).toEqual([
        [2, 1, 1],
        [2, 2, 0],
      ])
      expect(second.beacon.info()).toMatchObject({ chain: 2, chain_reason: 'restored' })
      expect(pulse!.pulse.certificateId).toBe(last!.pulse.certificateId)
      const keys = await second.checkpoints.keys()
      expect(await verdict(second.beacon, keys, [pulse!, next!])).toEqual([])
    } finally {
      copied.close()
      rmSync(copy, { recursive: true, force: true })
    }
    expect((await publishAt(first.publish, 3)).map(shown)).toEqual([[1, 3, 0]])
  })

  it('keeps the value to come sealed, and writes it with the pulse that commits to it', async () => {
    const { publish, keys } = open()
    await keys.open()
    await publishAt(publish, 1)
    const sealed = store.db.prepare('SELECT pulse, sealed FROM beacon_next').get() as { pulse: number; sealed: Buffer }
    const [next] = await publishAt(publish, 2)
    expect(sealed.pulse).toBe(2)
    expect(sealed.sealed.toString('latin1').includes(next!.pulse.localRandomValue)).toBe(false)
  })

  it('is named by the receipts after a pulse, and binds the checkpoint of the log', async () => {
    const { publish, keys, beacon, book, checkpoints } = open()
    await keys.open()
    expect(beacon.named()).toBeNull()
    await book.issue(draftOf(1), () => undefined)
    const [pulse] = await publishAt(publish, 1)
    expect(beacon.named()).toEqual({ chain: '1', index: '1', output: pulse!.pulse.outputValue })
    expect((await checkpoints.latest()).size).toBe(1)
    expect(pulse!.pulse.external.value).not.toMatch(/^0*$/)
  })

  it('verifies with the key of its time after a rotation', async () => {
    const { publish, keys, beacon, checkpoints } = open()
    await keys.open()
    const before = await publishAt(publish, 1)
    await keys.rotate(START + 1.5 * MINUTE)
    const after = await publishAt(publish, 2, 3)
    const records = await checkpoints.keys()
    expect(new Set([...before, ...after].map(one => one!.pentad!.kid)).size).toBe(2)
    expect(await verdict(beacon, records, [...before, ...after] as object[], records.keys[0]!.kid)).toEqual([])
  })
})
