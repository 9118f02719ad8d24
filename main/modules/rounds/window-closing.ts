import type { Closing } from '../../qec/schedule/plane-layout'
import { refusedQuery } from './refused-query'

interface ClosingQuery {
  readonly mode?: 'correction' | 'detection'
  readonly protocol: string
  readonly closing?: Closing | undefined
}

/** What closes the last window. Throws AppError invalid_request where one is asked for and nothing has windows. */
export function closingOf({ mode = 'correction', protocol, closing }: ClosingQuery): Closing {
  if (closing === undefined || (mode === 'correction' && protocol === 'cyclic-window')) return closing ?? 'extraction'
  const what = mode === 'detection' ? 'mode detection' : protocol
  const message = `${what} has no windows to close; leave closing out, or ask for protocol cyclic-window${mode === 'detection' ? ' in mode correction' : ''}`
  throw refusedQuery('closing', message)
}
