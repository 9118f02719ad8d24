import type { SourceQuality, UpdateSource } from '../../../contract/entropy/source'
import { AppError } from '../../../contract/model/errors'
import type { Caller } from '../../../contract/service/account'
import { shownQuality } from '../sources/source-views'
import type { Sources } from '../sources/sources'
import type { EntropySupplySource, SourceFailure } from '../sources/supply-source'
import type { EntropyAudit } from './audit-log'

interface SourceChangeOptions {
  readonly sources: Sources
  readonly audit: EntropyAudit
  readonly now: () => number
}

/** Operations of an operator on a source, each logged before it is done. */
export const sourceChanges =
  ({ sources, audit, now }: SourceChangeOptions) =>
  (name: string, change: UpdateSource, caller: Caller): SourceQuality => {
    const source = sources.get(name)
    refuseMisfit(source, change)
    audit.add(caller, { action: 'update_source', subject: source.id, change })
    const { state, budget_bytes_per_day, claims, faults, reset } = change
    source.change({
      ...(state !== undefined && { state }),
      ...(budget_bytes_per_day !== undefined && { budget_bytes_per_day }),
      ...(claims !== undefined && { claimed: claims.min_entropy }),
    })
    if (faults) source.setFaults(faults)
    if (reset) source.reset()
    return shownQuality(source, now())
  }

function refuseMisfit(source: EntropySupplySource, { claims, faults }: UpdateSource): void {
  if (claims && claims.min_entropy > source.bits)
    throw new AppError('invalid_request', `A sample of ${source.id} has ${source.bits} bits`, {
      faults: [{ pointer: '/claims/min_entropy', message: `at most ${source.bits} bits a sample` }],
    })
  if (faults && !source.simulated)
    throw new AppError('not_a_twin', `${source.id} is a real source; faults can be injected into twins only`, {
      details: { source: source.id },
    })
  if (faults && !source.canPlayFaults())
    throw new AppError(
      'not_a_twin',
      `${source.id} is read from an instrument whose twin has faults of its own; set them there`,
      {
        details: { source: source.id },
      },
    )
}

const FAILURE_ACTIONS: Readonly<Record<SourceFailure, string>> = {
  window_failed: 'window_failed',
  latched: 'latched',
  below_claim: 'quarantined',
  restart_failed: 'quarantined',
}

/** Logs the failure of a source and the service's reaction. */
export function failed(audit: EntropyAudit, source: EntropySupplySource, failure: SourceFailure): void {
  const action = FAILURE_ACTIONS[failure]
  const { alarms, assessed } = source.record()
  const change = { reason: failure, alarm: alarms[0] ?? null, assessed: assessed?.credit?.h ?? null }
  audit.add(null, { action, subject: source.id, change })
  if (action === 'quarantined') source.change({ state: 'quarantined' })
}
