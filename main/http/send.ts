import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { JsonText } from '../contract/model/json-text'
import { type Exchange, write } from './exchange'

/** Bytes handed to the socket at once. */
const SLICE = 2 ** 18

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a reply: bytes as they are, all else as JSON. */
export async function send(exchange: Exchange, status: number, reply: unknown): Promise<void> {
  exchange.headers.push('Cache-Control', 'no-store')
  if (reply instanceof Uint8Array) write(exchange, status, 'application/octet-stream', reply)
  else if (reply instanceof JsonText) await sendText(exchange, status, reply)
  else write(exchange, status, JSON_TYPE, JSON.stringify(reply))
}

/** Sends JSON that is made already, as fast as the client takes it; ends quietly when the client goes away. */
async function sendText({ response, headers }: Exchange, status: number, { parts }: JsonText): Promise<void> {
  const pieces = parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  response.writeHead(status, [...headers, 'Content-Type', JSON_TYPE, 'Content-Length', String(length)])
  await pipeline(Readable.from(slices(pieces)), response).catch(() => response.destroy())
}

function* slices(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += SLICE) yield piece.subarray(from, from + SLICE)
}
