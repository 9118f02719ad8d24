/** How a reply travels: validators so that what is known is not sent again, and gzip for what is large. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Smaller bodies gain nothing: they travel in one packet. */
export const LEAST_COMPRESSED = 8_192
/** Hashing more here would hold the event loop; what is larger brings its own tag or has none. */
const MAX_HASHED = 2 ** 18

/** A strong validator (RFC 9110, section 8.8.3) of a JSON body; null for one that is too large to be hashed here. */
export const tagOf = (body: string): string | null =>
  body.length > MAX_HASHED ? null : `"${createHash('sha1').update(body).digest('base64url')}"`

/** Whether the client has what is tagged so (RFC 9110, section 13.1.2: weak comparison). */
export function isKnown({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some(one => strong(one) === strong(tag))
}

const strong = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether the client takes gzip (RFC 9110, section 12.5.3): named itself or by `*`, and not with the weight 0. */
export function takesGzip({ headers }: IncomingMessage): boolean {
  const weights = new Map<string, number>()
  for (const part of (headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
    const weight = parameters.find(text => text.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0
}
