import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type Request, type Response } from 'express'
import { AppError } from '../contract/model/errors'
import { parseJson } from './request/raw-request'

/** Larger bodies are left unread here: reading them would hold the event loop. */
const LARGEST_READ = 65_536

/** A body that was received and not read. */
export class UnreadBody {
  constructor(readonly bytes: Uint8Array) {}
}

type Receive = (request: IncomingMessage, response: ServerResponse) => Promise<Uint8Array>

/** Receives a JSON body of at most `limit` bytes and reads it when it is small; no body counts as {}. */
export function jsonBody(limit: number): (request: IncomingMessage, response: ServerResponse) => Promise<unknown> {
  const unusual = receiver(limit)
  return async (request, response) => {
    if (!hasBody(request)) return {}
    refuseOtherTypes(request)
    refuseEncoded(request)
    const bytes = isPlain(request, limit) ? await received(request) : await unusual(request, response)
    return bytes.length > LARGEST_READ ? new UnreadBody(bytes) : parseJson(bytes)
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function refuseOtherTypes(request: IncomingMessage): void {
  const type = request.headers['content-type']
  if (type === 'application/json') return
  if (!express.request.is.call(request as Request, ['application/json', '+json']))
    throw new AppError(
      'unsupported_media_type',
      `The body is ${type || 'of no stated type'}, this route takes application/json`,
    )
  refuseOtherCharset(type)
}

/** RFC 8259, section 8.1. */
function refuseOtherCharset(type = ''): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new AppError('unsupported_media_type', `The body is in ${charset.slice(0, 40)}; JSON is sent in UTF-8`)
}

function refuseEncoded({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']
  if (encoding === undefined || /^(identity)?$/i.test(encoding)) return
  const shown = encoding.slice(0, 40)
  throw new AppError(
    'unsupported_media_type',
    `The body is encoded (${shown}); send it as it is, without Content-Encoding`,
  )
}

/** Of a known and permitted length and not encoded: Node then receives that many bytes, or the request ends in an error. */
const isPlain = ({ headers }: IncomingMessage, limit: number): boolean =>
  headers['transfer-encoding'] === undefined &&
  headers['content-encoding'] === undefined &&
  Number(headers['content-length']) <= limit

function received(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const left = () => reject(new AppError('malformed_request', 'The request ended before its body did'))
    if (request.destroyed) return left()
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.once('error', left)
  })
}

/** For all other bodies: refuses those that are encoded or too large once they have passed. */
function receiver(limit: number): Receive {
  const raw = express.raw({ limit, inflate: false, type: () => true })
  return (request, response) =>
    new Promise((resolve, reject) => {
      raw(request as Request, response as Response, (error?: unknown) => {
        if (error) reject(error)
        else resolve(((request as Request).body as Buffer | undefined) ?? Buffer.alloc(0))
      })
    })
}
