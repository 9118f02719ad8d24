import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Account } from '../../account/account'
import { AppError } from '../../contract/model/errors'
import { servedPath } from '../../contract/routes/definition'
import { parserFor } from '../../contract/routes/parse-request'
import type { Caller } from '../../contract/service/account'
import type { Logger } from '../../log/log'
import { problemOf } from '../reply/problem'
import { callerOf, requireAccess } from '../request/caller'
import { checkHostAndOrigin } from '../request/entry'
import type { Upgrades } from '../server/listen'
import type { Channel, ChannelConnection, Feed } from './feeds'
import { openStream, type Stream } from './stream'

export interface EventStreamParts {
  readonly feeds: readonly Feed[]
  readonly channels?: readonly Channel[]
  readonly account: Account
  /** The path segment in place of `svc`. */
  readonly segment: string
  readonly log: Logger
  readonly heartbeat_s?: number
  /** Maximum open streams of one caller. */
  readonly most?: number
}

const HEARTBEAT_S = 15
const MOST = 20
/** Clients send nothing on these streams; a longer message closes the connection. */
const MAX_MESSAGE = 1_024

interface Admitted extends Pick<ChannelConnection, 'caller' | 'query'> {
  readonly channel: Channel
  /** Name that open streams are counted under: key, window, or address without credentials. */
  readonly name: string
}

/** Makes a feed a channel, with a reader for each listener. */
const channelOf = ({ route, events, isFor }: Feed, heartbeat_s: number): Channel => ({
  route,
  open: ({ websocket, caller, query, permitted }) =>
    openStream({
      websocket,
      events,
      heartbeat_s,
      permitted,
      after: (query as { readonly after?: number }).after,
      isFor: about => isFor(about, caller!, query),
    }),
})

/**
 * Answers WebSocket upgrades of the feeds' routes, with the host and origin checks, credentials and roles of every
 * other route.
 */
export function eventStreams(parts: EventStreamParts): Upgrades {
  const { feeds, channels = [], account, segment, log, heartbeat_s = HEARTBEAT_S, most = MOST } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false })
  const open = new Map<Stream, string>()
  const all = [...feeds.map(feed => channelOf(feed, heartbeat_s)), ...channels]
  const served = new Map(
    all.map(channel => [servedPath(channel.route, segment), { channel, parse: parserFor(channel.route) }]),
  )

  function admit(request: IncomingMessage): Admitted {
    checkHostAndOrigin(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const found = served.get(pathname)
    if (!found) throw new AppError('not_found', `No WebSocket is served at ${pathname.slice(0, 200)}`)
    const caller = callerOf(request, account)
    requireAccess(found.channel.route.access, caller, request)
    const { query } = found.parse({ params: {}, query: queryOf(searchParams), body: {} })
    const name = caller ? nameOf(caller) : `address:${request.socket.remoteAddress ?? ''}`
    refuseCrowd(name)
    return { channel: found.channel, caller, query, name }
  }

  function refuseCrowd(name: string): void {
    const held = [...open.values()].filter(other => other === name).length
    if (held >= most)
      throw new AppError('rate_limited', `This caller holds ${held} streams open already`, { details: { most } })
  }

  function take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', error => log.debug({ err: error }, 'a stream broke'))
    try {
      const { channel, caller, query, name } = admit(request)
      const permitted = () => caller === null || stillMay(request, caller)
      sockets.handleUpgrade(request, socket, head, websocket => {
        const stream = channel.open({ websocket, caller, query, permitted })
        open.set(stream, name)
        websocket.once('close', () => open.delete(stream))
      })
    } catch (error) {
      refuse(socket, error)
    }
  }

  /** False once the key was revoked or rotated, or the session ended; streams end at their next check. */
  const stillMay = (request: IncomingMessage, { key_id }: Caller): boolean =>
    callerOf(request, account)?.key_id === key_id

  function refuse(socket: Duplex, error: unknown): void {
    const known = error instanceof AppError
    if (!known) log.error({ err: error }, 'a bug refused an upgrade')
    const failure = known ? error : new AppError('internal', 'The stream could not be opened')
    const problem = problemOf(failure, randomUUID())
    const body = JSON.stringify(problem)
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${problem.request_id}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }

  return {
    take,
    close: () => {
      for (const stream of open.keys()) stream.end('shutting_down', 'The service is stopping')
    },
  }
}

const nameOf = ({ key_id }: Caller): string => key_id ?? 'session'

/** Like Express: a repeated parameter becomes a list, which no schema here accepts. */
function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(search.keys())]
  return Object.fromEntries(
    names.map(name => [name, search.getAll(name).length > 1 ? search.getAll(name) : search.get(name)!]),
  )
}
