import type { DrawReply } from '../../../contract/entropy/receipt'
import { AppError } from '../../../contract/model/errors'
import type { Store } from '../../../store/store'
import type { ReceiptIssuer } from './receipt-issuer'
import type { ReplyKeys } from './reply-keys'

interface ReplyRow {
  /** Milliseconds since 1970. */
  readonly created_at: number
  readonly fingerprint: string
  readonly request_id: string
  readonly hour: number
  readonly sealed: Uint8Array | null
}

/** Output of a draw; the salt has 32 bytes. */
interface DrawnBytes {
  readonly salt: Uint8Array
  readonly bytes: Uint8Array
}

/** One draw under an Idempotency-Key that is not yet answered. */
export interface DrawTurn {
  /** Earlier reply to the same draw; null when it is new. */
  readonly known: DrawReply | null
  /** To be called before the transaction: makes sure that the key of the hour exists. */
  prepare(): void
  /** Part of the transaction that charges the draw. */
  record(request_id: string, drawn: DrawnBytes): void
  /** To be called when the draw is over, also where it failed. */
  end(): void
}

/** Replies to draws by owner and Idempotency-Key: the same bytes and receipt for a day, then the receipt alone. */
export interface KeptReplies {
  /** Throws `idempotency_conflict`, `idempotency_in_flight`, `bytes_expired`. */
  claim(owner: string | null, key: string | null, fingerprint: string): DrawTurn
  /** Destroys replies that are older than a day. */
  purge(): void
}

const WITHOUT_KEY: DrawTurn = { known: null, prepare: () => {}, record: () => {}, end: () => {} }
const SALT_BYTES = 32
const KEPT_MS = 86_400_000

interface KeptReplyOptions {
  readonly store: Pick<Store, 'db'>
  readonly keys: ReplyKeys
  readonly receipts: Pick<ReceiptIssuer, 'of'>
  readonly now: () => number
}

export function keptReplies({ store: { db }, keys, receipts, now }: KeptReplyOptions): KeptReplies {
  const find = db.prepare<[string, string], ReplyRow>(
    'SELECT fingerprint, request_id, created_at, hour, sealed FROM entropy_replies WHERE owner = ? AND idempotency_key = ?',
  )
  const insert = db.prepare(
    `INSERT INTO entropy_replies (owner, idempotency_key, fingerprint, request_id, created_at, hour, sealed)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const forget = db.prepare('UPDATE entropy_replies SET sealed = NULL WHERE created_at <= ? AND sealed IS NOT NULL')
  const inFlight = new Map<string, string>()

  const isExpired = (created_at: number) => now() - created_at >= KEPT_MS

  function replayed({ request_id, created_at, hour, sealed }: ReplyRow, bound: string): DrawReply {
    const receipt = receipts.of(request_id)
    const opened = sealed === null || isExpired(created_at) ? null : keys.open(hour, sealed, `${bound} ${request_id}`)
    if (opened === null || receipt === null)
      throw new AppError('bytes_expired', 'The bytes of this draw were kept for a day and are destroyed', {
        details: {
          request_id,
          receipt,
        },
      })
    const [salt, bytes] = [opened.subarray(0, SALT_BYTES), opened.subarray(SALT_BYTES)]
    const reply = { request_id, bytes_hex: hexOf(bytes), salt_hex: hexOf(salt), receipt }
    opened.fill(0)
    return reply
  }

  return {
    claim(owner, key, fingerprint) {
      if (key === null) return WITHOUT_KEY
      const name = JSON.stringify([owner, key])
      const row = find.get(owner ?? '', key)
      const earlier = row?.fingerprint ?? inFlight.get(name)
      const details = { idempotency_key: key }
      if (earlier !== undefined && earlier !== fingerprint)
        throw new AppError('idempotency_conflict', 'This Idempotency-Key belongs to another draw', { details })
      // The row of a draw may be there before it is on the disk.
      if (inFlight.has(name))
        throw new AppError('idempotency_in_flight', 'The first draw with this Idempotency-Key is not answered yet', {
          details,
        })
      if (row) return { ...WITHOUT_KEY, known: replayed(row, name) }
      inFlight.set(name, fingerprint)
      let hour = 0
      return {
        known: null,
        prepare: () => {
          hour = keys.currentHour()
        },
        record(request_id, { salt, bytes }) {
          const plain = Buffer.concat([salt, bytes])
          const sealed = keys.seal(hour, plain, `${name} ${request_id}`)
          plain.fill(0)
          insert.run(owner ?? '', key, fingerprint, request_id, now(), hour, sealed)
        },
        end: () => void inFlight.delete(name),
      }
    },
    purge() {
      forget.run(now() - KEPT_MS)
      keys.purge()
    },
  }
}

export const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
