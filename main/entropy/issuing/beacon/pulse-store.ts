import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { PublishedPulse } from '../../../contract/entropy/pulse'
import type { Store } from '../../../store/store'
import { type ChainEnd, isSamePeriod } from '../../evidence/beacon/pulse'
import { joinBytes, utf8Bytes } from '../../evidence/encoding/bytes'

export interface BeaconChain {
  readonly chain: number
  /** Public address in the pulses of the whole chain. */
  readonly base: string
  /** Milliseconds. */
  readonly period: number
  readonly certificate_id: string
  /** Epoch of the data folder when the chain began. */
  readonly epoch: number
  readonly started_at: number
  readonly reason: string
}

export interface PulseStore {
  chain(): BeaconChain | null
  addChain(chain: Omit<BeaconChain, 'chain'>): BeaconChain
  pulse(chain: number, pulse: number): PublishedPulse | null
  last(chain: number): PublishedPulse | null
  /** The first pulse of any chain at or after a time, milliseconds since 1970. */
  from(time: number): PublishedPulse | null
  end(chain: number): ChainEnd | null
  /** The value that the last pulse of a chain committed to; null where it is lost. */
  nextValue(chain: number, pulse: number, key: Uint8Array): string | null
  /** Writes a pulse and the value it commits to at once; on the disk when it returns. */
  add(published: PublishedPulse, nextValue: string, key: Uint8Array): void
  certificate(id: string): string | null
  addCertificate(id: string, pem: string): void
}

const PERIOD_STARTS = { hour: 13, day: 10, month: 7, year: 4 } as const
const REST = '0000-01-01T00:00:00.000Z'

export function openPulseStore({ db }: Pick<Store, 'db'>): PulseStore {
  const lastChain = db.prepare<[], BeaconChain>('SELECT * FROM beacon_chains ORDER BY chain DESC LIMIT 1')
  const putChain = db.prepare('INSERT INTO beacon_chains VALUES (?, ?, ?, ?, ?, ?, ?)')
  const one = db
    .prepare<[number, number], string>('SELECT published FROM beacon_pulses WHERE chain = ? AND pulse = ?')
    .pluck()
  const newest = db
    .prepare<[number], string>('SELECT published FROM beacon_pulses WHERE chain = ? ORDER BY pulse DESC LIMIT 1')
    .pluck()
  const since = db
    .prepare<[number], string>('SELECT published FROM beacon_pulses WHERE time >= ? ORDER BY time, chain LIMIT 1')
    .pluck()
  const sinceInChain = db
    .prepare<[number, number], string>(
      'SELECT published FROM beacon_pulses WHERE chain = ? AND time >= ? ORDER BY pulse LIMIT 1',
    )
    .pluck()
  const put = db.prepare('INSERT INTO beacon_pulses VALUES (?, ?, ?, ?)')
  const putNext = db.prepare('INSERT OR REPLACE INTO beacon_next VALUES (?, ?, ?)')
  const next = db
    .prepare<[number, number], Uint8Array>('SELECT sealed FROM beacon_next WHERE chain = ? AND pulse = ?')
    .pluck()
  const pem = db.prepare<[string], string>('SELECT pem FROM beacon_certificates WHERE id = ?').pluck()
  const putPem = db.prepare('INSERT OR IGNORE INTO beacon_certificates VALUES (?, ?)')
  const read = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as PublishedPulse))

  const write = db.transaction((published: PublishedPulse, sealed: Uint8Array) => {
    const { chainIndex, pulseIndex, timeStamp } = published.pulse
    put.run(chainIndex, pulseIndex, Date.parse(timeStamp), JSON.stringify(published))
    putNext.run(chainIndex, pulseIndex + 1, sealed)
  })

  return {
    chain: () => lastChain.get() ?? null,
    addChain(chain) {
      const number = (lastChain.get()?.chain ?? 0) + 1
      const { base, period, certificate_id, epoch, started_at, reason } = chain
      putChain.run(number, base, period, certificate_id, epoch, started_at, reason)
      return { chain: number, ...chain }
    },
    pulse: (chain, pulse) => read(one.get(chain, pulse)),
    last: chain => read(newest.get(chain)),
    from: time => read(since.get(time)),
    end(chain) {
      const last = read(newest.get(chain))?.pulse
      if (!last) return null
      const first = (unit: keyof typeof PERIOD_STARTS) => {
        const start = last.timeStamp.slice(0, PERIOD_STARTS[unit]) + REST.slice(PERIOD_STARTS[unit])
        const { pulse } = read(sinceInChain.get(chain, Date.parse(start)))!
        if (!isSamePeriod(unit, pulse.timeStamp, last.timeStamp)) throw new Error(`chain ${chain} goes back in time`)
        return pulse
      }
      return { last, firsts: { hour: first('hour'), day: first('day'), month: first('month'), year: first('year') } }
    },
    nextValue(chain, pulse, key) {
      const sealed = next.get(chain, pulse)
      return sealed ? unseal(new Uint8Array(sealed), key, pulseContext(chain, pulse)) : null
    },
    add(published, nextValue, key) {
      const { chainIndex, pulseIndex } = published.pulse
      write.immediate(published, seal(nextValue, key, pulseContext(chainIndex, pulseIndex + 1)))
    },
    certificate: id => pem.get(id) ?? null,
    addCertificate: (id, text) => void putPem.run(id, text),
  }
}

const pulseContext = (chain: number, pulse: number): Uint8Array => utf8Bytes(`pentad beacon ${chain}/${pulse}`)
const [NONCE, TAG] = [12, 16]
const sealingKey = (key: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha512', key, new Uint8Array(0), utf8Bytes('pentad beacon next value'), 32))

/** A backup of the database does not show what the next pulse will be. */
function seal(value: string, key: Uint8Array, context: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce).setAAD(context)
  return joinBytes(nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag())
}

function unseal(sealed: Uint8Array, key: Uint8Array, context: Uint8Array): string | null {
  const cipher = createDecipheriv('aes-256-gcm', sealingKey(key), sealed.subarray(0, NONCE)).setAAD(context)
  cipher.setAuthTag(sealed.subarray(-TAG))
  try {
    return Buffer.concat([cipher.update(sealed.subarray(NONCE, -TAG)), cipher.final()]).toString()
  } catch {
    return null
  }
}
