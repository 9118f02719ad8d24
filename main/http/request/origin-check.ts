import type { IncomingMessage } from 'node:http'
import { AppError } from '../../contract/model/errors'

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Against DNS rebinding and cross-site calls: the Host must be a loopback name with our port, and a request that
 * comes from a page must come from our own page. Throws `wrong_host`; upgrades pass here too.
 */
export function checkHostAndOrigin(request: IncomingMessage): void {
  const host = request.headers.host ?? ''
  if (hostHeaders(request) > 1) throw new AppError('wrong_host', 'The request names more than one Host')
  if (!LOOPBACK_HOSTS.some(name => host === `${name}:${request.socket.localPort}`))
    throw new AppError('wrong_host', `The Host ${quoted(host)} is not this service`)
  const { origin } = request.headers
  if (origin !== undefined && origin !== ownOrigin(request))
    throw new AppError('wrong_host', `Pages of ${quoted(origin)} may not call this service`)
}

/** Node keeps the first of several; another program on the way may believe the last. */
const hostHeaders = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length

const ownOrigin = (request: IncomingMessage): string => `http://${request.headers.host}`

/**
 * A browser sends the cookie along with requests that other pages on this computer cause (another port is the same
 * site), so a cookie counts only on requests of our own page, and changes state only with our Origin.
 */
export function cookieIsTrusted(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site']
  const ours = site === undefined || site === 'same-origin' || site === 'none'
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return ours && (reads || request.headers.origin === ownOrigin(request))
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100))
