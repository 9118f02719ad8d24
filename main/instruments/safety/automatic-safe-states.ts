/** Safe states that nobody presses a button for: at quitting, after a run that broke off, and once a lost link is back. */
import type { Cause } from '../exchange/command-log'
import { SERVICE } from '../records/follow'
import type { LabRecords } from '../records/lab-records'
import type { Registry } from '../registry/registry'
import { type ChannelPolicy, driveSafe, type Occasion, type SafeOutcome } from './safe-states'

export interface AutomaticSafeStates {
  /** What `on_quit` says, before ports close. Resolves always, within ramp time and 5 s. */
  quit(): Promise<SafeOutcome[]>
  /** What `on_abort` says of these instruments, after the run or job let go of them. Resolves always. */
  aborted(work: string, instruments: readonly string[]): Promise<SafeOutcome[]>
  /** Stops looking for links that come back. */
  close(): void
}

interface AutomaticParts {
  readonly registry: Registry
  /** Of the lab profile as it is now. */
  readonly policies: () => readonly ChannelPolicy[]
  readonly records: Pick<LabRecords, 'experiment' | 'alarms'>
}

const REASONS = {
  on_quit: 'The service stops',
  on_abort: 'The run broke off',
  on_link_lost: 'The link was lost',
} as const

export function createAutomaticSafeStates({ registry, policies, records }: AutomaticParts): AutomaticSafeStates {
  const drive = async (occasion: Exclude<Occasion, 'button'>, cause: Cause, instruments?: readonly string[]) => {
    const options = { registry, policies: policies(), occasion, cause, ...(instruments && { instruments }) }
    const outcomes = await driveSafe(options)
    for (const outcome of outcomes) tell(outcome, REASONS[occasion], cause)
    return outcomes
  }
  const tell = ({ instrument, outcome, values, problem }: SafeOutcome, reason: string, cause: Cause) => {
    if (outcome === 'held') return
    const status = registry.list().find(({ id }) => id === instrument)
    const label = status?.label ?? instrument
    const simulated = status?.instrument?.connection.simulated ?? status?.address.kind === 'twin'
    const known = values.map(({ parameter, channel, value }) => `${parameter} ${channel ?? ''} ${value ?? 'unknown'}`)
    const text =
      outcome === 'safe'
        ? `${reason}: ${label} is at its safe values`
        : `${reason}: ${label} is unreachable (${problem?.message}); last known: ${known.join(', ') || 'nothing'}`
    const about = { instrument_id: instrument, simulated, work: cause.work }
    records.experiment.add({ ...about, event: 'safe_state', text, actor: cause.actor, details: { outcome } })
    if (outcome === 'unreachable') records.alarms.raise({ ...about, code: 'safe_state', message: text })
  }

  const lost = new Set<string>()
  /** What this service never reached it has never set. */
  const reached = new Set(registry.list().flatMap(({ id, state }) => (state === 'ready' ? [id] : [])))
  const stop = registry.onChange(id => {
    const state = registry.list().find(one => one.id === id)?.state
    if (state === 'lost') lost.add(id)
    if (state === 'ready') reached.add(id)
    if (state === undefined) reached.delete(id)
    if (state === 'ready' && lost.delete(id)) void drive('on_link_lost', SERVICE, [id])
  })
  return {
    quit: () => drive('on_quit', SERVICE, [...reached]),
    aborted: (work, instruments) => drive('on_abort', { actor: SERVICE.actor, work }, instruments),
    close: () => void stop(),
  }
}
