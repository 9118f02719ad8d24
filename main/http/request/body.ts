import type { IncomingMessage } from 'node:http'
import express, { type RequestHandler } from 'express'
import { AppError } from '../../contract/model/errors'
import { parseJson } from './raw-request'

/** Larger bodies are left unread here: reading and checking them would hold the event loop for longer than a few milliseconds. */
const MAX_READ = 8_192

/** A body that was received and not read. */
export class UnreadBody {
  constructor(readonly bytes: Uint8Array) {}
}

/** Receives the bytes of a JSON body of at most `limit` bytes into `request.body`; what is no JSON in UTF-8 is refused. */
export const receiveBody = (limit: number): RequestHandler[] => [
  requireJson,
  express.raw({ type: () => true, limit, inflate: false }),
]

const requireJson: RequestHandler = (request, _response, next) => {
  const type = request.headers['content-type']
  if (hasBody(request) && type !== 'application/json') {
    if (!request.is(['application/json', '+json']))
      throw new AppError(
        'unsupported_media_type',
        `The body is ${type || 'of no stated type'}, this route takes application/json`,
      )
    refuseOtherCharset(type)
  }
  next()
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** RFC 8259, section 8.1. */
function refuseOtherCharset(type = ''): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new AppError('unsupported_media_type', `The body is in ${charset.slice(0, 40)}; JSON is sent in UTF-8`)
}

/** Reads a body that is small; none at all counts as {}. */
export const readBody = (bytes: Uint8Array = new Uint8Array()): unknown =>
  bytes.length > MAX_READ ? new UnreadBody(bytes) : parseJson(bytes)
