/**
 * The experiment log: sets, queries, leases, limits, faults and other events with time and cause; only those of one run
 * where `work` names it.
 */
import { useDeferredValue, useState } from 'react'
import { ExperimentEvent, type ExperimentLogEntry } from '../../../../main/contract/instruments/command-log'
import { routes } from '../../../../main/contract/routes'
import { useLivePages } from '../../api/instruments/use-live-pages'
import { useApi } from '../../api/use-api'
import { useInstrumentEvents } from '../../api/use-stream'
import { Choice } from '../../components/controls/choice'
import { MoreButton } from '../../components/controls/more-button'
import { SearchField } from '../../components/controls/search-field'
import { Answer, Empty } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { SimulatedTag } from '../../components/values/tags-and-times'
import { utcSecond } from '../../draw/format/time'
import { passesExperimentFilter } from '../../draw/instruments/log-filter'
import { WordTag } from '../status/state-tags'
import { useLogExport } from './log-export'
import { type LogScope, LogScopeFields, WorkText } from './log-scope'

const PAGE = 200
const EVENTS = ExperimentEvent.options.map(each => [each, each.replaceAll('_', ' ')] as const)
type EventName = ExperimentLogEntry['event']

export function ExperimentLogView(scope: LogScope) {
  const { call } = useApi()
  const [event, setEvent] = useState<EventName | ''>('')
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const filter = {
    ...scope,
    ...(event !== '' && { event }),
    ...(text !== '' && { text }),
  }
  const narrowed = event !== '' || text !== ''
  const log = useLivePages(
    routes.listExperimentLog,
    { query: { ...filter, limit: PAGE } },
    {
      listen: useInstrumentEvents,
      entryOf: message =>
        message.type === 'experiment' && passesExperimentFilter(message.entry, filter) ? message.entry : null,
      paused: false,
    },
  )
  const exporting = useLogExport('experiment-log', format =>
    call(routes.exportExperimentLog, { query: { ...filter, format } }),
  )
  return (
    <>
      <search className="pentad-row" aria-label="Filters of the experiment log">
        <SearchField label="Search the experiment log" value={typed} change={setTyped} />
        <LogScopeFields scope={scope} />
        <Choice
          label="Event"
          none="all"
          value={event}
          options={EVENTS}
          choose={value => setEvent(value as EventName | '')}
        />
        {exporting.buttons}
        <span className="pentad-quiet">{log.live ? 'live' : 'not live: reload to see more'}</span>
      </search>
      {exporting.problem}
      <Answer of={log} what="the experiment log">
        {entries =>
          entries.length === 0 ? (
            <Empty title={narrowed ? 'No entry passes the filters' : 'Nothing yet'}>
              {scope.work === undefined
                ? 'Sets, leases, limits, faults and safe states appear here as they happen, with who caused them.'
                : 'No instrument was leased, set or read for it.'}
            </Empty>
          ) : (
            <ScrollRegion label="Experiment log entries" maxHeight={560}>
              <HeadedTable
                caption="Experiment log"
                columns={['Time', 'Event', 'Instrument', 'What', 'Cause']}
                className="machine-log"
              >
                {entries.map(entry => (
                  <EntryRow key={entry.sequence} entry={entry} scope={scope} />
                ))}
              </HeadedTable>
              <MoreButton text="Load older entries" loading={log.loading} more={log.more} />
            </ScrollRegion>
          )
        }
      </Answer>
    </>
  )
}

const EntryRow = ({ entry, scope }: { readonly entry: ExperimentLogEntry; readonly scope: LogScope }) => (
  <tr>
    <td className="machine-when">
      <time dateTime={entry.at}>{utcSecond(entry.at)}</time>
    </td>
    <td>
      <WordTag word={entry.event} intent={intentOf(entry)} />
    </td>
    <td>
      {entry.instrument_id ?? 'the lab'} {entry.simulated && <SimulatedTag />}
    </td>
    <td className="machine-what">{entry.text}</td>
    <td>
      {entry.actor} <WorkText work={entry.work} scope={scope} />
    </td>
  </tr>
)

/** A limit that is met again is shown as a success, unlike other limit entries. */
const intentOf = ({ event, details }: ExperimentLogEntry) =>
  event === 'limit' && details.status === 'met' ? 'success' : (INTENTS[event] ?? 'none')

const INTENTS: Readonly<Record<string, 'danger' | 'warning' | 'primary'>> = {
  fault: 'danger',
  limit: 'danger',
  alarm: 'danger',
  safe_state: 'warning',
  sleep: 'warning',
  set: 'primary',
  console: 'primary',
}
