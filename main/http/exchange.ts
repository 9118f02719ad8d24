import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../contract/service/account'
import type { Logger } from '../log/log'
import { refuseStrangers, SECURITY_HEADERS } from './request/origin-check'

/** A request and its answer, on Node's own types: Express's are these with more on them. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly request_id: string
  /** Without its query, which may hold a sign-in token. */
  readonly path: string
  /** null until authenticated, and for calls without credentials. */
  caller: Caller | null
  /** Name and value by turns: what every answer to this request carries, whichever way it ends. */
  readonly headers: string[]
}

/** Where every request begins. */
export function begin(request: IncomingMessage, response: ServerResponse, path: string, log: Logger): Exchange {
  const request_id = randomUUID()
  const headers = [...SECURITY_HEADERS, 'X-Request-Id', request_id]
  const exchange: Exchange = { request, response, request_id, path, caller: null, headers }
  if (log.isLevelEnabled('debug')) logEnd(exchange, log)
  return exchange
}

/** What no request gets past; it throws AppError `wrong_host`. */
export const guard = ({ request }: Exchange): void => refuseStrangers(request)

function logEnd({ request: { method }, response, path, request_id }: Exchange, log: Logger): void {
  const started = performance.now()
  response.once('finish', () => {
    const ms = Math.round(performance.now() - started)
    log.debug({ method, path, status: response.statusCode, ms, request_id }, 'request')
  })
}

/**
 * Answers in one write. Headers that were set one by one before, cookies, go along; a name that both have takes the value
 * from here.
 */
export function write(exchange: Exchange, status: number, type: string, body: string | Uint8Array): void {
  const { response, headers } = exchange
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  response.writeHead(status, [...headers, 'Content-Type', type, 'Content-Length', String(length)]).end(body)
}
