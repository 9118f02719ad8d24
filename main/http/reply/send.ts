import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { JsonText } from '../../contract/model/json-text'

/** Bytes handed to the socket at once. */
const SLICE = 2 ** 18

/** Smaller bodies gain nothing: they travel in one packet. */
const LEAST_COMPRESSED = 8_192
/** Hashing more here would hold the event loop; what is larger brings its own tag or has none. */
const MAX_HASHED = 2 ** 18

const JSON_TYPE = 'application/json; charset=utf-8'

/** JSON of counts and circuits shrinks to a tenth at the quickest level; more effort saves little. */
const QUICK = { level: constants.Z_BEST_SPEED }
const zipped = promisify<string, object, Buffer>(gzip)

/**
 * Sends a reply: bytes as they are, all else as JSON, compressed where it is large and the client takes that. What a key
 * or the window may read again and again has an ETag, and answers 304 to who has it already.
 */
export async function send(request: Request, response: Response, reply: unknown, is_read: boolean): Promise<void> {
  if (reply instanceof Uint8Array) return sendBytes(response, reply)
  const text = reply instanceof JsonText ? null : JSON.stringify(reply)
  const tag = is_read ? (text === null ? (reply as JsonText).tag : tagOf(text)) : null
  if (!response.hasHeader('Cache-Control'))
    response.setHeader('Cache-Control', tag === null ? 'no-store' : 'private, no-cache')
  if (tag !== null) response.setHeader('ETag', tag)
  if (tag !== null && isKnown(request, tag)) return void response.status(304).end()
  response.setHeader('Content-Type', JSON_TYPE)
  if (text === null) await sendText(request, response, reply as JsonText)
  else if (text.length < LEAST_COMPRESSED || !compresses(request, response)) response.end(text)
  else response.end(await zipped(text, QUICK))
}

function sendBytes(response: Response, bytes: Uint8Array): void {
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store')
  response.type('application/octet-stream').end(bytes)
}

/** Says so in the headers. */
function compresses(request: Request, response: Response): boolean {
  response.setHeader('Vary', 'Accept-Encoding')
  const takes = takesGzip(request)
  if (takes) response.setHeader('Content-Encoding', 'gzip')
  return takes
}

/** Sends JSON that is made already, as fast as the client takes it; ends quietly when the client goes away. */
async function sendText(request: Request, response: Response, { parts }: JsonText): Promise<void> {
  const pieces = parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const packing: Transform[] = length >= LEAST_COMPRESSED && compresses(request, response) ? [createGzip(QUICK)] : []
  if (packing.length === 0) response.setHeader('Content-Length', length)
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
