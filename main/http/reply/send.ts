import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { CsvText } from '../../contract/model/csv-text'
import { JsonText } from '../../contract/model/json-text'
import { sum } from '../../contract/numbers/arithmetic'
import { sha256InPieces } from '../../files/sha256'

/** Bytes written to the socket at once. */
const SLICE = 2 ** 18

/** Smallest body in bytes that is compressed. */
const MIN_COMPRESSED = 8_192
/**
 * Largest body in bytes that is hashed here, as more would block the event loop; a larger one brings its own tag or has
 * none.
 */
const MAX_HASHED = 2 ** 18

const JSON_TYPE = 'application/json; charset=utf-8'
/** RFC 4180: the first line is a header. */
const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

/** Fastest compression: JSON of counts and circuits shrinks to a tenth, and higher levels save little more. */
const QUICK = { level: constants.Z_BEST_SPEED }
const zipped = promisify<string, object, Buffer>(gzip)

/** How a reply may be sent. */
interface ReplyKind {
  /** Whether clients may read it repeatedly, so that it has an ETag. */
  readonly is_read: boolean
  /** Whether it contains random bytes that are for the caller alone. */
  readonly is_secret: boolean
  /** Media type when the reply is bytes. */
  readonly media_type: string
}

/** Content and tag of a reply; `parts` are encoded texts or bytes. */
interface ReplyBody {
  readonly type: string
  readonly parts: readonly (string | Uint8Array)[]
  /** ETag with its quotes; null where there is none. */
  readonly tag: string | null
}

/**
 * Sends a reply: bytes and CSV unchanged, everything else as JSON, compressed when large and accepted by the client.
 * Replies that are read repeatedly have an ETag, and a client that has the current one gets 304. A secret is never
 * compressed: its compressed length would disclose it to anyone who can insert guesses (BREACH).
 */
export async function send(
  request: Request,
  response: Response,
  { reply, kind }: { readonly reply: unknown; readonly kind: ReplyKind },
): Promise<void> {
  const body = reply instanceof Uint8Array ? await bodyOfBytes(reply, kind) : bodyOf(reply, kind)
  const length = sum(body.parts.map(part => part.length))
  const packs = length >= MIN_COMPRESSED && !kind.is_secret
  if (packs) response.vary('Accept-Encoding')
  const zips = packs && takesGzip(request)
  if (!response.hasHeader('Cache-Control'))
    response.setHeader('Cache-Control', body.tag === null ? 'no-store' : 'private, no-cache')
  // A compressed reply has other bytes under the same tag, so its tag must be weak (RFC 9110, section 8.8.3.3).
  if (body.tag !== null) response.setHeader('ETag', zips ? `W/${body.tag}` : body.tag)
  if (body.tag !== null && isKnown(request, body.tag)) return void response.status(304).end()
  response.setHeader('Content-Type', body.type)
  if (zips) response.setHeader('Content-Encoding', 'gzip')
  await sendBody(response, body, zips)
}

function bodyOf(reply: unknown, { is_read }: ReplyKind): ReplyBody {
  if (reply instanceof JsonText) return { type: JSON_TYPE, parts: reply.parts, tag: is_read ? reply.tag : null }
  if (reply instanceof CsvText) return { type: CSV_TYPE, parts: [reply.bytes], tag: is_read ? reply.tag : null }
  const text = JSON.stringify(reply)
  return { type: JSON_TYPE, parts: [text], tag: is_read ? tagOf(text) : null }
}

/** Hashes bytes of any length: a job's shots that are simulated again may come in another order. */
async function bodyOfBytes(bytes: Uint8Array, { is_read, media_type }: ReplyKind): Promise<ReplyBody> {
  return { type: media_type, parts: [bytes], tag: is_read ? `"${await sha256InPieces(bytes)}"` : null }
}

/** Sends the body as fast as the client reads; ends silently when the client disconnects. */
async function sendBody(response: Response, { parts }: ReplyBody, zips: boolean): Promise<void> {
  const [first] = parts
  if (parts.length === 1 && typeof first === 'string')
    return void response.end(zips ? await zipped(first, QUICK) : first)
  const pieces = parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part))
  const packing: Transform[] = zips ? [createGzip(QUICK)] : []
  if (!zips) response.setHeader('Content-Length', sum(pieces.map(piece => piece.length)))
  await pipeline([Readable.from(slices(pieces)), ...packing, response]).catch(() => response.destroy())
}

function* slices(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += SLICE) yield piece.subarray(from, from + SLICE)
}

/** Strong ETag (RFC 9110, section 8.8.3) of a JSON body; null for one too large to hash here. */
const tagOf = (body: string): string | null =>
  body.length > MAX_HASHED ? null : `"${hash('sha1', body, 'base64url')}"`

/** Whether If-None-Match has the tag (RFC 9110, section 13.1.2: weak comparison). */
export function isKnown({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some(one => strong(one) === strong(tag))
}

const strong = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether the client accepts gzip (RFC 9110, section 12.5.3): by name or `*`, with a weight above 0. */
export function takesGzip({ headers }: IncomingMessage): boolean {
  const weights = new Map<string, number>()
  for (const part of (headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
    const weight = parameters.find(text => text.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0
}
