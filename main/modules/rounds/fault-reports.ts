/** Proof of a round: every single fault enumerated and decoded, and any one that a query names replayed step by step. */
import { createHash } from 'node:crypto'
import type {
  FaultProtocol,
  FaultReplay,
  FaultReplayQuery,
  FaultsQuery,
  FaultsReport,
} from '../../contract/modules/faults'
import { CLASSES, syndromeString } from '../../qec/code/five-qubit'
import { pauliString } from '../../qec/code/pauli'
import type { FaultReport, FlagCandidate, SingleFault } from '../../qec/model/fault'
import type { CompiledRound } from '../../qec/model/round'
import { enumerateFaults, outcomeText, type Reading } from '../../qec/proof/enumeration'
import { everyFault } from '../../qec/proof/fault-locations'
import { DECODER_VERSION } from '../../qec/proof/flag-table'
import { faultAt, replayFault } from '../../qec/proof/replay'
import type { Checkpoint } from '../../worker/checkpoint'
import { lruCache } from '../resolution/answer-cache'
import { closingOf, refusedQuery } from './protocol'

/** A report without the module that has the round. */
export type FaultsOfRound = Omit<FaultsReport, 'logical_qubit' | 'calibration_id'>

const DECODERS: Readonly<Record<FaultProtocol, string>> = {
  adaptive: DECODER_VERSION,
  'cyclic-window': DECODER_VERSION,
  'single-pass': 'lookup: flags ignored, the 16-entry table on the outcomes of the one pass',
  detection: 'none: shots with a trigger are thrown away',
}

/** Rounds are looked at one after another; a report is some megabytes. */
const REPORTS_KEPT = 8

export interface FaultReports {
  list(compiled: CompiledRound, query: FaultsQuery, checkpoint: Checkpoint): FaultsOfRound
  /** Throws AppError invalid_request for a fault that the round does not have or a closing without windows. */
  replay(compiled: CompiledRound, query: FaultReplayQuery, checkpoint: Checkpoint): FaultReplay
}

/**
 * Reports are cached by the whole content of the compiled round: the verdict depends on `schedule_hash` alone, but the
 * report names sites and idle windows, which differ between rounds of one hash.
 */
export function createFaultReports(): FaultReports {
  const known = lruCache<FaultReport>(REPORTS_KEPT)

  function judged(compiled: CompiledRound, query: Pick<FaultsQuery, 'protocol' | 'closing'>, checkpoint: Checkpoint) {
    const { protocol = 'adaptive' } = query
    const closing = closingOf({ ...query, protocol })
    const report = known.of(`${protocol} ${closing} ${contentHash(compiled)}`, () =>
      enumerateFaults(compiled, { protocol, closing, checkpoint }),
    )
    const reading: Reading = { protocol, tables: report.tables, closing }
    return { report, reading }
  }

  return {
    list(compiled, query, checkpoint) {
      const { report, reading } = judged(compiled, query, checkpoint)
      const { protocol, ft_preserved, cases, failures, counterexample } = report
      const fault = counterexample?.effect.fault
      return {
        schedule_hash: compiled.schedule_hash,
        protocol,
        decoder: DECODERS[protocol],
        ft_preserved,
        cases,
        failures,
        by_kind: byKind(compiled, report),
        failing: failingFaults(report.failing.slice(0, query.limit), compiled, reading),
        counterexample: fault ? replayFault(fault, compiled, reading) : null,
        tables: tablesOf(report),
      }
    },
    replay(compiled, query, checkpoint) {
      const fault = queriedFault(compiled, query)
      const { reading } = judged(compiled, query, checkpoint)
      return replayFault(fault, compiled, reading)
    },
  }
}

const contentHash = (compiled: CompiledRound): string =>
  createHash('sha256').update(JSON.stringify(compiled)).digest('hex')

function byKind(compiled: CompiledRound, { protocol, failing }: FaultReport): FaultsReport['by_kind'] {
  const counts = new Map<SingleFault['kind'], { cases: number; failures: number }>()
  for (const { kind } of everyFault(compiled, protocol)) {
    const count = counts.get(kind) ?? { cases: 0, failures: 0 }
    counts.set(kind, count)
    count.cases++
  }
  for (const { fault } of failing) counts.get(fault.kind)!.failures++
  return [...counts].map(([kind, count]) => ({ kind, ...count }))
}

const failingFaults = (
  failing: FaultReport['failing'],
  compiled: CompiledRound,
  reading: Reading,
): FaultsReport['failing'] =>
  failing.map(effect => ({ fault: faultAt(effect.fault, compiled), effect: outcomeText(effect, compiled, reading) }))

const tablesOf = ({ tables }: FaultReport): FaultsReport['tables'] =>
  tables.tables.flatMap((cells, generator) =>
    cells.flatMap((candidates, syndrome) =>
      candidates.length > 0
        ? [{ generator, syndrome: syndromeString(syndrome), candidates: candidates.map(candidateOf) }]
        : [],
    ),
  )

const candidateOf = ({ error, logical, faults }: FlagCandidate) => ({
  error: pauliString(error),
  remains: CLASSES[logical]!,
  faults: faults.length,
})

/** Fields of a query that choose a fault, in the order in which one choice limits the next. */
const CHOICES = ['index', 'kind', 'op', 'pauli'] as const

/** Throws AppError invalid_request with the pointer to the first parameter that no fault has, and what it may be. */
function queriedFault(compiled: CompiledRound, query: FaultReplayQuery): SingleFault {
  const pass = passOf(query)
  if (query.segment === 'repeat') throw refusedQuery('segment', REPEAT)
  const inSegment = everyFault(compiled, query.protocol ?? 'adaptive').filter(
    fault => fault.segment === query.segment && fault.pass === pass,
  )
  const [chosen] = CHOICES.reduce((left, name, i) => {
    const next = left.filter(fault => fault[name] === query[name])
    if (next.length > 0) return next
    const where = ['segment', ...CHOICES.slice(0, i)].map(before => `${before} ${query[before as 'op']}`).join(', ')
    const said = `${name} ${query[name]} does not exist: ${where} has ${choices(left.map(fault => fault[name]))}`
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
