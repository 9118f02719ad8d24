/** The first steps of every request. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { AppError } from '../../contract/model/errors'
import type { Caller } from '../../contract/service/account'
import type { Logger } from '../../log/log'
import { createTimeSlices } from './time-slices'

/** Values that steps of a request pass to later steps in `response.locals`. */
interface Locals {
  request_id: string
  /** Null before authentication, and for calls without credentials. */
  caller: Caller | null
}

export const localsOf = (response: Response): Locals => response.locals as Locals

/** Gives the request an id, refuses a wrong host or origin, and lets it wait for its time slice. */
export function enter(log: Logger): RequestHandler {
  const nextSlice = createTimeSlices()
  const isLogged = log.isLevelEnabled('debug')
  return (request, response, next) => {
    numberRequest(response)
    if (isLogged) logAnswer(request, response, log)
    checkHostAndOrigin(request)
    const soon = nextSlice()
    if (soon) soon.then(() => next())
    else next()
  }
}

function numberRequest(response: Response): void {
  const locals = localsOf(response)
  locals.request_id = randomUUID()
  locals.caller = null
  response.setHeader('X-Request-Id', locals.request_id)
}

/** Logs the path without the query, which may contain a sign-in token. */
function logAnswer({ method, path }: Request, response: Response, log: Logger): void {
  const { request_id } = localsOf(response)
  const started = performance.now()
  response.once('finish', () => {
    const ms = Math.round(performance.now() - started)
    log.debug({ method, path, status: response.statusCode, ms, request_id }, 'request')
  })
}

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Protects against DNS rebinding and cross-site calls: the Host must be a loopback name with our port, and a request
 * from a page must come from our own page. Throws `wrong_host`. WebSocket upgrades are checked here too.
 */
export function checkHostAndOrigin(request: IncomingMessage): void {
  const { host = '', origin } = request.headers
  if (hostHeaders(request) > 1) throw new AppError('wrong_host', 'The request names more than one Host')
  if (!LOOPBACK_HOSTS.some(name => host === `${name}:${request.socket.localPort}`))
    throw new AppError('wrong_host', `The Host ${quoted(host)} is not this service`)
  if (origin !== undefined && origin !== ownOrigin(request))
    throw new AppError('wrong_host', `Pages of ${quoted(origin)} may not call this service`)
}

/** Number of Host headers: Node uses the first of several, but a proxy in between may use the last. */
const hostHeaders = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length

export const ownOrigin = (request: IncomingMessage): string => `http://${request.headers.host}`

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100))
