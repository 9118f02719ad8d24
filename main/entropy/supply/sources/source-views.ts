/** A source as callers and operators see it. */
import type { SourcePoolLevel } from '../../../contract/entropy/pool'
import type { EntropySource, SourceQuality } from '../../../contract/entropy/source'
import { isoTime } from '../../../contract/model/iso-time'
import { healthCutoffs } from '../../generation/health/cutoffs'
import { sourceProblem } from '../../generation/policies/source-status'
import type { AssessedSource, EntropySupplySource } from './supply-source'

/** Why it serves nothing now; null where it does. */
export function supplyProblem(source: EntropySupplySource): string | null {
  const problem = sourceProblem(source.status(), 1)
  const { read_problem, idle } = source.record()
  if (problem === 'starting' || problem === 'not_assessed')
    return read_problem ?? (idle ? 'idle: begins with the first draw' : 'starting')
  if (problem !== null) return problem
  return source.pool.figures().bytes > 0 ? null : (read_problem ?? 'empty')
}

/** Bits a raw bit; null where nothing is credited outside `simulated_ok`: before an assessment, and to what is whitened. */
export const shownCredit = ({ raw, status }: Pick<EntropySupplySource, 'raw' | 'status'>): number | null =>
  raw ? status().entropy : null

export function shownSource(source: EntropySupplySource): EntropySource {
  const { id, short_name, label, kind, quantum, physical_group, simulated, raw } = source
  const { setting, idle } = source.record()
  const { health, provisional, bytes } = source.status()
  const problem = supplyProblem(source)
  return {
    id,
    short_name,
    label,
    kind,
    quantum,
    physical_group,
    simulated,
    raw,
    state: setting.state,
    health: idle && health === 'starting' ? 'idle' : health,
    entropy: shownCredit(source),
    provisional,
    available_bytes: bytes,
    problem: raw ? problem : problem === null || idle ? 'whitened' : problem,
  }
}

export function shownQuality(source: EntropySupplySource, now: number): SourceQuality {
  const { bits, claimed, stock, pool } = source
  const { setting, used_today, faults, alarms, assessed } = source.record()
  const { samples, windows_passed, windows_failed, alarms: counts } = pool.monitor.figures()
  const { served, destroyed } = pool.figures()
  const { window, repetition, proportion } = healthCutoffs(2 ** bits, claimed)
  return {
    ...shownSource(source),
    bits_per_sample: bits,
    claimed,
    assessed: assessed && shownAssessment(assessed, now),
    cutoffs: { window, repetition, proportion },
    watermarks: { low: stock.low, high: stock.high },
    failures: {
      windows_passed,
      windows_failed,
      alarms: counts,
      latched_by: setting.latched_by,
      recent: alarms.map(({ at, ...alarm }) => ({ at: isoTime(at), ...alarm })),
    },
    samples_tested: samples,
    bytes_tested: Math.floor((samples * bits) / 8),
    bytes_served: served,
    bytes_destroyed: destroyed,
    budget: { bytes_per_day: setting.budget_bytes_per_day, used_today },
    faults: [...faults],
  }
}

function shownAssessment({ assessment, restart, credit, at }: AssessedSource, now: number): SourceQuality['assessed'] {
  const { of, estimator } = assessment.decided_by
  const isByRestarts = restart !== null && restart.h_assessed < assessment.h_assessed
  return {
    h: credit?.h ?? 0,
    ...(isByRestarts ? { decided_by: 'restarts', estimator: null } : { decided_by: of, estimator }),
    samples: assessment.samples,
    at: isoTime(at),
    age_s: Math.max(0, Math.floor((now - at) / 1000)),
    provisional: credit?.provisional ?? true,
    restarts: restart === null ? 'not_run' : restart.failure === null ? 'passed' : 'failed',
  }
}

export function shownLevel({ id, short_name, simulated, pool }: EntropySupplySource): SourcePoolLevel {
  const { bytes, low, high, raw_bits, state, conditioned, served, destroyed } = pool.figures()
  return {
    source: id,
    short_name,
    simulated,
    available: bytes,
    low,
    high,
    state,
    raw_bits,
    conditioned,
    served,
    destroyed,
  }
}
