/** Every command and reply as transferred, with search, filters, pause and export. */
import { Button } from '@blueprintjs/core'
import { Pause, Play } from '@blueprintjs/icons'
import { useDeferredValue, useState } from 'react'
import type { CommandLogEntry } from '../../../../main/contract/instruments/command-log'
import { routes } from '../../../../main/contract/routes'
import { useLivePages } from '../../api/instruments/use-live-pages'
import { useApi } from '../../api/use-api'
import { useCommandEvents } from '../../api/use-stream'
import { Choice } from '../../components/controls/choice'
import { MoreButton } from '../../components/controls/more-button'
import { SearchField } from '../../components/controls/search-field'
import { Answer, Empty } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { SimulatedTag } from '../../components/values/tags-and-times'
import { count, countWithNoun } from '../../draw/format/quantity'
import { duration } from '../../draw/format/time'
import { type CommandFilter, passesCommandFilter } from '../../draw/instruments/log-filter'
import { WordTag } from '../status/state-tags'
import { useLogExport } from './log-export'
import { type LogScope, LogScopeFields, WorkText } from './log-scope'

const PAGE = 200
const DIRECTIONS = [
  ['sent', 'sent'],
  ['received', 'received'],
  ['note', 'notes'],
] as const
const OUTCOMES = [['fault', 'faults']] as const

export function CommandLogView(scope: LogScope) {
  const { call } = useApi()
  const [typed, setTyped] = useState('')
  const [direction, setDirection] = useState<CommandLogEntry['direction'] | ''>('')
  const [outcome, setOutcome] = useState('')
  const [paused, setPaused] = useState(false)
  const text = useDeferredValue(typed.trim())
  const filter: CommandFilter = {
    ...scope,
    ...(text !== '' && { text }),
    ...(direction !== '' && { direction }),
    ...(outcome !== '' && { outcome }),
  }
  const isFiltered = text !== '' || direction !== '' || outcome !== ''
  const log = useLivePages(
    routes.listCommands,
    { query: { ...filter, limit: PAGE } },
    {
      listen: useCommandEvents,
      entryOf: message =>
        message.type === 'command' && passesCommandFilter(message.entry, filter) ? message.entry : null,
      paused,
    },
  )
  const exporting = useLogExport('command-log', format => call(routes.exportCommands, { query: { ...filter, format } }))
  return (
    <>
      <search className="pentad-row" aria-label="Filters of the command log">
        <SearchField label="Search the command log" value={typed} change={setTyped} />
        <LogScopeFields scope={scope} />
        <Choice
          label="Direction"
          none="both"
          value={direction}
          options={DIRECTIONS}
          choose={value => setDirection(value as CommandLogEntry['direction'] | '')}
        />
        <Choice label="Outcome" none="any" value={outcome} options={OUTCOMES} choose={setOutcome} />
        <Button
          size="small"
          icon={paused ? <Play /> : <Pause />}
          text={paused ? `Go on (${count(log.held)} held)` : 'Pause'}
          aria-pressed={paused}
          onClick={() => setPaused(!paused)}
        />
        {exporting.buttons}
        <span className="pentad-quiet" role="status">
          {paused ? `paused, ${countWithNoun(log.held, 'line')} held` : log.live ? 'live' : 'not live'}
        </span>
      </search>
      {exporting.problem}
      <Answer of={log} what="the command log">
        {entries =>
          entries.length === 0 ? (
            <Empty title={isFiltered ? 'No line passes the filters' : 'Nothing was sent yet'}>
              What is asked and answered appears here, byte for byte.
            </Empty>
          ) : (
            <ScrollRegion label="Command log lines" maxHeight={480} className="machine-commands">
              <HeadedTable
                caption="Command log, newest first"
                columns={['Time', 'Instrument', 'Direction', 'Bytes', 'Count', 'Latency', 'Outcome', 'Cause']}
                numeric={['Count', 'Latency']}
                className="machine-log"
              >
                {entries.map(entry => (
                  <CommandRow key={entry.sequence} entry={entry} scope={scope} />
                ))}
              </HeadedTable>
              <MoreButton text="Load older lines" loading={log.loading} more={log.more} />
            </ScrollRegion>
          )
        }
      </Answer>
    </>
  )
}

/** UTC time with milliseconds. */
const clock = (at: string) => new Date(at).toISOString().slice(11, 23)

const CommandRow = ({ entry, scope }: { readonly entry: CommandLogEntry; readonly scope: LogScope }) => (
  <tr data-direction={entry.direction}>
    <td className="pentad-mono">
      <time dateTime={entry.at} title={entry.at}>
        {clock(entry.at)}
      </time>
    </td>
    <td>
      {entry.instrument_id} {entry.simulated && <SimulatedTag />}
    </td>
    <td>{entry.direction}</td>
    <td className="pentad-mono machine-bytes">
      {entry.text}
      {entry.sha256 !== null && <span className="pentad-quiet"> SHA-256 {entry.sha256}</span>}
    </td>
    <td className="pentad-number">{count(entry.byte_count)}</td>
    <td className="pentad-number">{entry.latency_ms === null ? '' : duration(entry.latency_ms)}</td>
    <td>
      {entry.outcome !== null && <WordTag word={entry.outcome} intent={entry.outcome === 'ok' ? 'none' : 'danger'} />}
    </td>
    <td>
      {entry.actor} <WorkText work={entry.work} scope={scope} />
    </td>
  </tr>
)
