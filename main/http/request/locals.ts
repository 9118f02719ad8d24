import type { Response } from 'express'
import type { Caller } from '../../contract/service/account'

/** What the steps of the pipeline leave in `response.locals` for those behind them. */
export interface Locals {
  request_id: string
  /** null until authenticated, and for calls without credentials. */
  caller: Caller | null
}

export const localsOf = (response: Response): Locals => response.locals as Locals
