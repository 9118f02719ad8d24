/** The fault that a query names, or what is wrong with the name. */
import type { FaultReplayQuery } from '../../contract/modules/faults'
import type { CompiledRound, SingleFault } from '../../qec/model/round'
import { everyFault } from '../../qec/proof/fault-locations'
import { refusedQuery } from './refused-query'

/** What a query says of a fault, in the order in which one choice limits the next. */
const CHOICES = ['index', 'kind', 'op', 'pauli'] as const

/** Throws AppError invalid_request with the pointer to the first parameter that no fault has, and what it may be. */
export function queriedFault(compiled: CompiledRound, query: FaultReplayQuery): SingleFault {
  const pass = passOf(query)
  if (query.segment === 'repeat') throw refusedQuery('segment', REPEAT)
  const inSegment = everyFault(compiled, query.protocol ?? 'adaptive').filter(
    fault => fault.segment === query.segment && fault.pass === pass,
  )
  const [chosen] = CHOICES.reduce((left, name, i) => {
    const next = left.filter(fault => fault[name] === query[name])
    if (next.length > 0) return next
    const place = ['segment', ...CHOICES.slice(0, i)].map(before => `${before} ${query[before as 'op']}`).join(', ')
    const said = `${name} ${query[name]} does not exist: ${place} has ${choices(left.map(fault => fault[name]))}`
    throw refusedQuery(name, said)
  }, inSegment)
  return chosen!
}

function passOf({ protocol = 'adaptive', pass }: FaultReplayQuery): number | undefined {
  if (protocol === 'cyclic-window') return pass ?? 0
  if (pass === undefined) return undefined
  throw refusedQuery('pass', `${protocol} has one pass; leave it out, or ask for protocol cyclic-window`)
}

const REPEAT =
  'faults inside the repeat are not injected: it does not run without an earlier fault or an input error; ' +
  'segment is flagged or input'

/** `0..11` for numbers without gaps, `1, 4, 9` for others, letters one by one. */
function choices(values: readonly (number | string)[]): string {
  const distinct = [...new Set(values)]
  const numbers = distinct.filter(value => typeof value === 'number')
  if (numbers.length === 0) return distinct.join(', ')
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  if (low === high) return String(low)
  return numbers.length === high - low + 1 ? `${low}..${high}` : numbers.join(', ')
}
