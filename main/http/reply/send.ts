import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { CsvText } from '../../contract/model/csv-text'
import { JsonText } from '../../contract/model/json-text'
import { sha256InPieces } from '../../files/sha256'

/** Bytes handed to the socket at once. */
const SLICE = 2 ** 18

/** Smaller bodies gain nothing: they travel in one packet. */
const MIN_COMPRESSED = 8_192
/** Hashing more here would hold the event loop; what is larger brings its own tag or has none. */
const MAX_HASHED = 2 ** 18

const JSON_TYPE = 'application/json; charset=utf-8'
/** RFC 4180: the first line is a header. */
const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

/** JSON of counts and circuits shrinks to a tenth at the quickest level; more effort saves little. */
const QUICK = { level: constants.Z_BEST_SPEED }
const zipped = promisify<string, object, Buffer>(gzip)

/** How a reply may travel. */
interface ReplyKind {
  /** A key or the window may read it again and again. */
  readonly is_read: boolean
  /** It holds random bytes that are the caller's alone. */
  readonly is_secret: boolean
  /** Of bytes. */
  readonly media_type: string
}

/** Texts are bytes that are made already, or one text. */
interface ReplyBody {
  readonly type: string
  readonly parts: readonly (string | Uint8Array)[]
  /** Of bytes. */
  readonly tag: string | null
}

/**
 * Sends a reply: bytes and CSV as they are, all else as JSON, compressed where it is large and the client accepts that. Replies
 * that are read repeatedly have an ETag; a client that already has them gets 304. A secret is never compressed: its length would
 * disclose it to anyone who can put guesses beside it (BREACH).
 */
export async function send(
  request: Request,
  response: Response,
  { reply, kind }: { readonly reply: unknown; readonly kind: ReplyKind },
): Promise<void> {
  const body = reply instanceof Uint8Array ? await bodyOfBytes(reply, kind) : bodyOf(reply, kind)
  const length = body.parts.reduce((sum, part) => sum + part.length, 0)
  const packs = length >= MIN_COMPRESSED && !kind.is_secret
  if (packs) response.vary('Accept-Encoding')
  const zips = packs && takesGzip(request)
  if (!response.hasHeader('Cache-Control'))
    response.setHeader('Cache-Control', body.tag === null ? 'no-store' : 'private, no-cache')
  // The same reply has other bytes when it is compressed, which a strong tag would deny (RFC 9110, section 8.8.3.3).
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

/** Hashed however many they are: the shots of a job may come in another order when they are made anew. */
async function bodyOfBytes(bytes: Uint8Array, { is_read, media_type }: ReplyKind): Promise<ReplyBody> {
  return { type: media_type, parts: [bytes], tag: is_read ? `"${await sha256InPieces(bytes)}"` : null }
}

/** Sends the body as fast as the client reads; ends quietly when the client disconnects. */
async function sendBody(response: Response, { parts }: ReplyBody, zips: boolean): Promise<void> {
  const [first] = parts
  if (parts.length === 1 && typeof first === 'string')
    return void response.end(zips ? await zipped(first, QUICK) : first)
  const pieces = parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part))
  const packing: Transform[] = zips ? [createGzip(QUICK)] : []
  if (!zips)
    response.setHeader(
      'Content-Length',
      pieces.reduce((sum, piece) => sum + piece.length, 0),
    )
  await pipeline([Readable.from(slices(pieces)), ...packing, response]).catch(() => response.destroy())
}

function* slices(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += SLICE) yield piece.subarray(from, from + SLICE)
}

/** A strong validator (RFC 9110, section 8.8.3) of a JSON body; null for one that is too large to be hashed here. */
const tagOf = (body: string): string | null =>
  body.length > MAX_HASHED ? null : `"${hash('sha1', body, 'base64url')}"`

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
