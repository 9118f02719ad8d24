import type { IncomingMessage } from 'node:http'
import { AppError } from '../../contract/model/errors'

/** Visible ASCII without the quote, as it stands bare or between quotes (an RFC 8941 string; escapes are not needed). */
const KEY = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/

/** The Idempotency-Key, quoted or bare, which are the same key; null without one. Throws `invalid_request`. */
export function idempotencyKey({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const value = headers['idempotency-key']
  if (value === undefined) return null
  const [, quoted, bare] = KEY.exec(String(value)) ?? []
  const key = quoted ?? bare
  if (key !== undefined) return key
  throw new AppError('invalid_request', 'The Idempotency-Key cannot be used', {}, [
    { pointer: '#header/Idempotency-Key', message: '1 to 255 visible ASCII characters, in double quotes or without' },
  ])
}
