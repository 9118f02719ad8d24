import { commandConfig } from '../../config/environment'
import { type Flags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError, ERRORS, type ErrorCode, type Fault } from '../../contract/model/errors'
import type { BodyInputOf, ParamsOf, QueryInputOf, ReplyOf, Route } from '../../contract/routes/definition'
import { readEndpoint } from '../../store/endpoint'
import { serviceAt } from './service-options'

interface CallInput<R extends Route> {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
  /** Sent as the header Idempotency-Key. */
  idempotency_key?: string
}

/** Calls routes of a running service. A refusal rejects with the service's AppError. */
export interface Client {
  readonly url: string
  call<R extends Route>(route: R, input?: CallInput<R>): Promise<ReplyOf<R>>
}

interface ClientOptions {
  readonly url: string
  /** API key, or the local token of the same user. */
  readonly token: string
  readonly segment?: string
}

/**
 * The service that runs on this data folder, with the account holder's rights; null when no endpoint is published
 * there.
 */
export function runningService(dataDir: string): Client | null {
  const found = readEndpoint(dataDir)
  return found && createClient({ ...found.endpoint, token: found.localToken })
}

/**
 * The service at this address; without a key nearly every call throws `unauthenticated`. Throws `UsageError` where
 * `url` is no address.
 */
export function namedService(url: string, key: string | undefined): Client {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--url cannot be "${url}": an address such as http://127.0.0.1:7979.`)
  return createClient({ url: url.replace(/\/+$/, ''), token: key ?? '' })
}

/**
 * The service at --url, else the one that runs on the data folder. Throws `not_found` where none runs; `only` is the
 * part of the message that says why the command starts none.
 */
export function serviceThatRuns(flags: Flags, source: Omit<ConfigSource, 'argv'>, only = ''): Client {
  const { url, key } = serviceAt(flags, source.env)
  if (url !== undefined) return namedService(url, key)
  const { data } = commandConfig(flags, source)
  const client = runningService(data)
  if (client) return client
  throw new AppError(
    'not_found',
    `No service runs on ${data}${only}. Start one with npm start, or name another with --data, or --url and --key.`,
  )
}

export function createClient({ url, token, segment = 'svc' }: ClientOptions): Client {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    url,
    call: async (route, { params = {}, query = {}, body, idempotency_key } = {}) => {
      const target = `${url}${pathOf(route, segment, params as Record<string, string | string[]>)}${queryOf(query as object)}`
      const request = {
        method: route.method,
        headers: { ...headers, ...(idempotency_key && { 'idempotency-key': idempotency_key }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      const response = await reach(url, () => fetch(target, request))
      if (!response.ok) throw await refusal(response)
      const bytes = new Uint8Array(await reach(url, () => response.arrayBuffer()))
      return (route.binary ? bytes : replyIn(bytes, route, url)) as never
    },
  }
}

/**
 * Parses a reply. Throws `conflict` for one that this version of Pentad does not send: another program may run at the
 * address.
 */
function replyIn(bytes: Uint8Array, { reply }: Route, url: string): unknown {
  try {
    return reply.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw foreign(url, 'its answer is not one of Pentad, or of another version')
  }
}

const foreign = (url: string, why: string): AppError =>
  new AppError('conflict', `What runs at ${url} cannot be used: ${why}. Check the address.`, { details: { url } })

/** A parameter marked by a star contains several segments. */
const pathOf = ({ path }: Route, segment: string, params: Record<string, string | string[]>): string =>
  path
    .replace('/api/svc/', `/api/${segment}/`)
    .replace(/[:*](\w+)/g, (_, name: string) => [params[name] ?? ''].flat().map(encodeURIComponent).join('/'))

function queryOf(query: object): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/**
 * Turns a failed connection into `shutting_down`; `details.sent` says whether the service may have received the
 * request.
 */
async function reach<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = (error as { cause?: Error & { code?: string } }).cause ?? (error as Error & { code?: string })
    const message = `The service at ${url} does not answer (${cause.message}). Start it again with npm start where it ran.`
    throw new AppError('shutting_down', message, { details: { url, sent: !isUnconnected(cause) } })
  }
}

/** Codes of errors before a connection existed. */
const UNCONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
] as const

/** A port that the Fetch standard blocks gives a message without a code. */
const isUnconnected = ({ code, message }: Error & { readonly code?: string }): boolean =>
  UNCONNECTED.some(one => one === code) || message === 'bad port'

/** Whether the service could not be reached, or ended during the call. */
export const isGone = (error: unknown): error is AppError => error instanceof AppError && error.code === 'shutting_down'

interface ErrorReply {
  error: string
  detail: string
  details: Record<string, unknown>
  errors: Fault[]
}

async function refusal(response: Response): Promise<Error> {
  const problem = (await response.json().catch(() => null)) as Partial<ErrorReply> | null
  if (!problem?.error || !(problem.error in ERRORS))
    return foreign(new URL(response.url).origin, `it answered ${response.status} without saying why`)
  return new AppError(problem.error as ErrorCode, problem.detail ?? '', {
    details: problem.details,
    faults: problem.errors,
  })
}
