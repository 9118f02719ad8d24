import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Express } from 'express'
import { AppError } from '../../contract/model/errors'
import { handleProtocolErrors } from './protocol-errors'

export interface Listening {
  /** `http://127.0.0.1:7513` */
  readonly url: string
  /** Accepts no new calls, lets the running ones finish for `grace_ms`, then cuts their connections. */
  close(grace_ms: number): Promise<void>
}

/** Handles connections that upgrade to WebSocket. */
export interface Upgrades {
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends every stream. The server no longer tracks upgraded connections, but would wait for them forever. */
  close(): void
}

/**
 * Time that an idle connection stays open. Node's default of 5 s is too short for a busy machine: a client that reuses
 * its connection just as it is closed gets a reset.
 */
const KEEP_ALIVE_MS = 75_000

/** Serves on the loopback address only. Throws `conflict` when the port is in use or forbidden. */
export async function listen(app: Express, port: number, upgrades?: Upgrades): Promise<Listening> {
  // The app refuses a missing Host itself, with a problem reply.
  const options = { ...messageClasses(app), requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS }
  const server = createServer(options, app)
  handleProtocolErrors(server)
  if (upgrades) server.on('upgrade', upgrades.take)
  await opened(server, port)
  const { port: chosen } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${chosen}`, close: grace_ms => closed(server, grace_ms, upgrades) }
}

/**
 * Request and response classes that have Express's methods from the start. Otherwise Express changes the prototype of
 * each object as it arrives, which slows all of Node's code that handles it by 50 µs per request.
 */
function messageClasses(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request)
  Object.setPrototypeOf(ExpressResponse.prototype, app.response)
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype })
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
}

function opened(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error => reject(explain(error, port)))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve)
  })
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  const why = { EADDRINUSE: 'is in use by another program', EACCES: 'may not be used by this user' }[error.code ?? '']
  if (!why) return error
  return new AppError('conflict', `Port ${port} ${why}. Choose another with --port, 0 picks a free one.`, {
    details: { reason: 'port_unusable', port },
  })
}

/**
 * Closes the server. A kept-alive connection becomes idle only after its reply, so idle ones are closed repeatedly
 * until none is left.
 */
async function closed(server: Server, grace_ms: number, upgrades: Upgrades | undefined): Promise<void> {
  upgrades?.close()
  const done = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), grace_ms)
  await done
  clearInterval(idle)
  clearTimeout(cut)
}
