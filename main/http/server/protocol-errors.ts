/** Answers to input that never becomes a request: malformed HTTP, oversized headers, incomplete requests, tunnels. */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, type ErrorCode } from '../../contract/model/errors'
import { problemOf } from '../reply/problem'

/** Replaces Node's own replies, which have no body and no reason. */
export function handleProtocolErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(socket, failureOf(error)))
  server.on('connect', (_request, socket) =>
    refuse(socket, new AppError('method_not_allowed', 'This service is no proxy; it opens no tunnels')),
  )
  // RFC 9110 lets a server ignore an unknown expectation; the request itself may be valid.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

const CODES: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers are longer than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time'],
}

function failureOf({ code = '', message }: NodeJS.ErrnoException): AppError {
  const [name, detail] =
    CODES[code] ?? (['malformed_request', `This is not HTTP as RFC 9112 has it: ${message}`] as const)
  return new AppError(name, detail)
}

function refuse(socket: Duplex, failure: AppError): void {
  // When part of a reply has been sent, the client would read a second one as its rest.
  const answering = (socket as Duplex & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent
  if (!socket.writable || answering) return void socket.destroy()
  const problem = problemOf(failure, randomUUID())
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${problem.request_id}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
