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
import type { Feed } from './feeds'
import { openStream, type Stream } from './stream'

export interface EventStreamParts {
  readonly feeds: readonly Feed[]
  readonly account: Account
  /** Stands for `svc` in the path. */
  readonly segment: string
  readonly log: Logger
  readonly heartbeat_s?: number
  /** Streams that one caller may hold open. */
  readonly most?: number
}

const HEARTBEAT_S = 15
const MOST = 20
/** Clients have nothing to say; what they say is not read further than this. */
const MAX_MESSAGE = 1_024

interface Admitted {
  readonly feed: Feed
  readonly caller: Caller
  readonly query: { readonly after?: number }
}

/** The WebSocket side of the feeds' routes: the same host and origin checks, credentials and roles as every other route. */
export function eventStreams(parts: EventStreamParts): Upgrades {
  const { feeds, account, segment, log, heartbeat_s = HEARTBEAT_S, most = MOST } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false })
  const open = new Map<Stream, string>()
  const served = new Map(feeds.map(feed => [servedPath(feed.route, segment), { feed, parse: parserFor(feed.route) }]))

  function admit(request: IncomingMessage): Admitted {
    checkHostAndOrigin(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const found = served.get(pathname)
    if (!found) throw new AppError('not_found', `No WebSocket is served at ${pathname.slice(0, 200)}`)
    const caller = callerOf(request, account)
    requireAccess(found.feed.route.access, caller)
    const { query } = found.parse({ params: {}, query: queryOf(searchParams), body: {} })
    refuseCrowd(nameOf(caller!))
    return { feed: found.feed, caller: caller!, query: query as Admitted['query'] }
  }

  function refuseCrowd(name: string): void {
    const held = [...open.values()].filter(other => other === name).length
    if (held >= most) throw new AppError('rate_limited', `This caller holds ${held} streams open already`, { most })
  }

  function take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', error => log.debug({ err: error }, 'a stream broke'))
    try {
      const { feed, caller, query } = admit(request)
      const { after } = query
      const permitted = () => stillMay(request, caller)
      const isFor = (about: unknown) => feed.isFor(about, caller, query)
      sockets.handleUpgrade(request, socket, head, websocket => {
        const stream: Stream = openStream({ websocket, events: feed.events, isFor, after, heartbeat_s, permitted })
        open.set(stream, nameOf(caller))
        websocket.once('close', () => open.delete(stream))
      })
    } catch (error) {
      refuse(socket, error)
    }
  }

  /** A key that was revoked or rotated, or a session that ended, ends its streams at the next heartbeat. */
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

/** Like Express: a parameter that stands twice is a list, which no schema here takes. */
function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(search.keys())]
  return Object.fromEntries(
    names.map(name => [name, search.getAll(name).length > 1 ? search.getAll(name) : search.get(name)!]),
  )
}
