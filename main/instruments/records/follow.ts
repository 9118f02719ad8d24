/** Writes reports of the registry to the experiment log and the readings. */
import { earlierErrorsText, parameterText, valueText } from '../../contract/instruments/value-text'
import type { Cause, InstrumentReading, SetResult } from '../model/request'
import { type LeaseHolder, worksOf } from '../registry/leases'
import type { Registry } from '../registry/registry'
import { type InstrumentStatus, isSimulatedStatus } from '../registry/slots'
import type { ExperimentLog } from './experiment-log'
import type { ReadingsHistory } from './readings-history'

interface Sinks {
  readonly experiment: ExperimentLog
  readonly readings: ReadingsHistory
  readonly works: ReadonlySet<string>
}

/** Cause of reads by the service itself. */
export const SERVICE: Cause = { actor: 'service', work: null }

export function follow(registry: Registry, { experiment, readings, works }: Sinks): () => void {
  const statusOf = (id: string): InstrumentStatus | undefined => registry.list().find(one => one.id === id)
  const isSimulated = (id: string): boolean => {
    const status = statusOf(id)
    return status !== undefined && isSimulatedStatus(status)
  }
  const seen = new Map<string, { state: string; holders: readonly LeaseHolder[]; label: string }>()

  const changed = (id: string) => {
    const status = statusOf(id)
    const before = seen.get(id)
    const about = { instrument_id: id, simulated: isSimulated(id), actor: SERVICE.actor }
    if (!status) {
      seen.delete(id)
      if (before)
        experiment.add({ ...about, event: 'state', text: `${before.label} is no longer configured` }, [...works])
      return
    }
    const holder = registry.leases.holderOf(id)
    const holders = holder ? worksOf(holder) : []
    seen.set(id, { state: status.state, holders, label: status.label })
    if (
      status.state !== before?.state &&
      status.state !== 'connecting' &&
      !(before === undefined && status.state === 'absent')
    )
      experiment.add({ ...about, ...stateEntry(status) }, [...works])
    for (const one of without(before?.holders ?? [], holders))
      experiment.add({ ...about, ...leaseEntry(status, one, 'was given back by') })
    for (const one of without(holders, before?.holders ?? []))
      experiment.add({ ...about, ...leaseEntry(status, one, 'is held by') })
  }
  const wasSet = (id: string, result: SetResult) =>
    experiment.add({ instrument_id: id, simulated: isSimulated(id), ...setEntry(statusOf(id)?.label ?? id, result) })
  const wasRead = (id: string, reading: InstrumentReading, cause: Cause | null) => {
    const simulated = isSimulated(id)
    const own = cause?.work ?? null
    readings.add(id, reading, { simulated, works: [...new Set([...works, ...(own === null ? [] : [own])])] })
    // Reads of runs and of the service are in the command log only; those of people are recorded here.
    if (cause === null || own !== null || cause.actor === SERVICE.actor) return
    const text = `${statusOf(id)?.label ?? id}: ${parameterText(reading.parameter, reading.channel)} reads ${valueText(reading.value, reading.unit, reading.status)}`
    experiment.add({
      event: 'query',
      instrument_id: id,
      simulated,
      text,
      actor: cause.actor,
      details: { parameter: reading.parameter, channel: reading.channel, value: reading.value, status: reading.status },
    })
  }

  for (const { id } of registry.list()) changed(id)
  const stops = [registry.onChange(changed), registry.onSet(wasSet), registry.onReading(wasRead)]
  return () => {
    for (const stop of stops) stop()
  }
}

function stateEntry({ label, state, problem, instrument }: InstrumentStatus) {
  if (state === 'ready' && instrument) {
    const { identity, connection } = instrument
    const who = `${identity.model} ${identity.serial_number}`
    const details = { state, serial_number: identity.serial_number, port: connection.path }
    return { event: 'state', text: `${label} is connected: ${who} at ${connection.path}`, details } as const
  }
  const why = problem === null ? '' : `: ${problem.message}; ${problem.remedy}`
  return {
    event: state === 'lost' ? 'fault' : 'state',
    text: `${label} is ${state}${why}`,
    details: { state, fault: problem?.fault ?? null },
  } as const
}

/** The run or job of a holder; null for an operator's session, with which no entries are kept. */
const workOf = (holder: LeaseHolder & { readonly kind?: string }): string | null =>
  holder.kind === 'operator' ? null : holder.id

const without = (holders: readonly LeaseHolder[], others: readonly LeaseHolder[]): LeaseHolder[] =>
  holders.filter(({ id }) => !others.some(other => other.id === id))

const leaseEntry = ({ label }: InstrumentStatus, holder: LeaseHolder, what: string) =>
  ({
    event: 'lease',
    text: `${label} ${what} ${holder.label}`,
    actor: holder.label,
    work: workOf(holder),
    details: { holder: holder.id },
  }) as const

function setEntry(
  label: string,
  { parameter, channel, unit, old, requested, read_back, problem, cause, earlier_errors }: SetResult,
) {
  const { actor, work } = cause ?? SERVICE
  const to = valueText(requested, unit)
  const output = `${label}: ${parameterText(parameter, channel)}`
  const outcome = problem
    ? `${output} was not set to ${to}: ${problem.message}`
    : `${output} was set from ${valueText(old, unit)} to ${to} and reads ${valueText(read_back, unit)}`
  const earlier = earlierErrorsText(earlier_errors)
  const text = [outcome, earlier].filter(Boolean).join('; ')
  return {
    event: problem ? 'fault' : 'set',
    text,
    actor,
    work,
    details: {
      parameter,
      channel,
      unit,
      old,
      requested,
      read_back,
      fault: problem?.fault ?? null,
      ...(earlier && { earlier_errors: earlier_errors.join('; ') }),
    },
  } as const
}
