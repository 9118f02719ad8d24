import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { AppError } from '../contract/model/errors'
import type { Logger } from '../log/log'
import { begin, type Exchange, guard } from './exchange'
import { answerProblem } from './reply/problem'

/** Begins the exchange for whatever Express serves. */
export const entered =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const exchange = begin(request, response, request.path, log)
    response.locals.exchange = exchange
    const { headers } = exchange
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!)
    guard(exchange)
    next()
  }

export const exchangeIn = (response: Response): Exchange => response.locals.exchange as Exchange

export const nothingHere: RequestHandler = request => {
  throw new AppError('not_found', `Nothing is served at ${request.path.slice(0, 200)}`)
}

export const problems =
  (log: Logger): ErrorRequestHandler =>
  (error, _request, response, _next) =>
    answerProblem(error, exchangeIn(response), log)
