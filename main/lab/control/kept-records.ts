/** Logs, readings, preconditions and alarms as they are asked for. */
import type {
  CommandLogEntry,
  CommandLogExportQuery,
  CommandLogQuery,
  ExperimentLogEntry,
  ExperimentLogExportQuery,
  ExperimentLogQuery,
} from '../../contract/instruments/command-log'
import type { Alarm, AlarmQuery, OutputLimitState, PreconditionState } from '../../contract/instruments/limits'
import type { ReadingSeries, ReadingsQuery } from '../../contract/instruments/reading'
import { AppError } from '../../contract/model/errors'
import type { Page } from '../../contract/model/page'
import type { Caller } from '../../contract/service/account'
import { SEARCHED_OUTCOMES } from '../../instruments/records/command-journal'
import type { LabRecords } from '../../instruments/records/lab-records'
import { commandsAs, experimentAs } from '../../instruments/records/log-texts'
import type { RunLimits } from '../../instruments/safety/limits'
import { actorOf } from '../model/actor'
import { wireReading } from '../view/forms'
import type { OutputStates } from '../view/output-states'
import type { Summaries } from '../view/summaries'

export interface KeptRecords {
  commands(query: CommandLogQuery): Promise<Page<CommandLogEntry>>
  /** UTF-8 */
  exportCommands(query: CommandLogExportQuery): Promise<Uint8Array>
  experiment(query: ExperimentLogQuery): Promise<Page<ExperimentLogEntry>>
  /** UTF-8 */
  exportExperiment(query: ExperimentLogExportQuery): Promise<Uint8Array>
  readings(query: ReadingsQuery): Promise<ReadingSeries[]>
  preconditions(): PreconditionState[]
  outputs(): Promise<OutputLimitState[]>
  alarms(query: AlarmQuery): Page<Alarm>
  /** Throws `not_found`. */
  acknowledge(alarm_id: string, caller: Caller): Alarm
}

interface KeptParts {
  readonly records: LabRecords
  readonly limits: RunLimits
  readonly summaries: Summaries
  readonly outputs: OutputStates
  readonly now: () => number
}

const HOUR_MS = 3_600_000

export function createKeptRecords({ records, limits, summaries, outputs, now }: KeptParts): KeptRecords {
  const sidesOf = (series: Pick<ReadingSeries, 'instrument_id' | 'parameter' | 'channel'>) => {
    const found = limits
      .states()
      .find(
        ({ precondition: { instrument, parameter, channel } }) =>
          instrument === series.instrument_id && parameter === series.parameter && channel === series.channel,
      )?.precondition
    return { below: found?.below ?? null, above: found?.above ?? null }
  }
  return {
    async commands(query) {
      refuseUnknownOutcome(query)
      return records.commands.search(spanned(query))
    },
    async exportCommands({ format, limit, ...query }) {
      refuseUnknownOutcome(query)
      const entries = await records.commands.newest(spanned(query), limit)
      return encoded(commandsAs(format, entries))
    },
    experiment: query => records.experiment.search(spanned(query)),
    async exportExperiment({ format, limit, ...query }) {
      const entries = await records.experiment.newest(spanned(query), limit)
      return encoded(experimentAs(format, entries))
    },
    async readings(query) {
      const span = spanned(query)
      const from = span.from ?? (query.work === undefined ? now() - HOUR_MS : undefined)
      const traces = await records.readings.traces({ ...span, from })
      return traces.map(({ points, ...trace }) => ({
        ...trace,
        ...sidesOf(trace),
        label: summaries.channelOf(trace.instrument_id, trace.parameter, trace.channel)?.label ?? defaultLabel(trace),
        points: [...points],
      }))
    },
    preconditions: () => limits.states().map(preconditionState),
    outputs: outputs.look,
    alarms: ({ open, ...query }) => records.alarms.list({ ...query, open: open === 'true' }),
    acknowledge: (alarm_id, caller) => records.alarms.acknowledge(alarm_id, actorOf(caller)),
  }

  function defaultLabel({
    instrument_id,
    parameter,
    channel,
  }: Pick<ReadingSeries, 'instrument_id' | 'parameter' | 'channel'>) {
    return `${summaries.labelOf(instrument_id)}: ${parameter.replaceAll('_', ' ')}${channel === null ? '' : ` ${channel}`}`
  }
}

/** One precondition as it is shown and streamed. */
export const preconditionState = ({
  precondition,
  reading,
  breach,
  simulated,
}: ReturnType<RunLimits['states']>[number]): PreconditionState => ({
  ...precondition,
  simulated,
  status: breach?.code ?? 'met',
  message: breach?.message ?? null,
  reading: reading && wireReading(reading),
})

/** Throws `invalid_request` for an unknown outcome: the search would find nothing, as if there were no faults. */
function refuseUnknownOutcome({ outcome }: Pick<CommandLogQuery, 'outcome'>): void {
  if (outcome === undefined || SEARCHED_OUTCOMES.includes(outcome)) return
  const message = `there is no outcome ${outcome}; there are ${SEARCHED_OUTCOMES.join(', ')}`
  throw new AppError('invalid_request', message, { faults: [{ pointer: '#query/outcome', message }] })
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Times in milliseconds. */
const spanned = <Query extends { readonly from?: string | undefined; readonly to?: string | undefined }>({
  from,
  to,
  ...query
}: Query) => ({ ...query, from: ms(from), to: ms(to) })

const ms = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time))
