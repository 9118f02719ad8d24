/** Faults: the enumeration's verdict under a protocol, and any fault replayed on the map and along the schedule. */
import { useMemo, useState } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { FAULT_PROTOCOLS, type FaultProtocol, type FaultsReport } from '../../../../../main/contract/modules/faults'
import type { RoundSchedule } from '../../../../../main/contract/modules/schedule'
import { routes } from '../../../../../main/contract/routes'
import type { ReplyOf } from '../../../../../main/contract/routes/definition'
import { type Fetched, useFetched } from '../../../api/use-fetch'
import { Choice } from '../../../components/controls/choice'
import { Answer } from '../../../components/messages/answer'
import { timelineOf } from '../../../draw/fault-replay/schedule-timeline'
import { blockOfChoice, choiceOf, FAULT_PROTOCOL_TEXT, type FaultChoice } from '../../../draw/fault-replay/selection'
import { offeredProtocols } from '../../../draw/runs/options'
import { ReplayPlayer } from './replay-player'
import { FailingFaults, FaultsReportVerdict, FlagTableSheets } from './report'
import { type AimedFault, choiceOfAimedFault, FaultChooser, FIRST_AIMED_FAULT, withBlock } from './selection-form'
import { TimelineView } from './timeline-view'
import './faults.css'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
}

/** Failing faults to fetch; a report counts all of them. */
const LISTED = 200

export function FaultsView({ backend, module }: Props) {
  const params = { backend_id: module.backend_id, logical_id: module.logical_qubit }
  const offered = offeredProtocols(module)
  const [protocol, setProtocol] = useState<FaultProtocol>(offered[0]!)
  const schedule = useFetched(routes.getSchedule, { params })
  const report = useFetched(routes.listFaults, { params, query: { protocol, limit: LISTED } })
  return (
    <div className="pentad-stack">
      <div className="pentad-choices">
        <Choice
          label="Protocol"
          value={protocol}
          options={FAULT_PROTOCOLS.filter(each => each !== 'adaptive' || offered.includes(each)).map(each => [
            each,
            FAULT_PROTOCOL_TEXT[each],
          ])}
          choose={chosen => setProtocol(chosen as FaultProtocol)}
        />
        <span className="pentad-quiet">
          15 faults after each CZ, three after each H and in each idle window, flips of resets and outcomes, and errors
          already on the data: each is injected alone.
        </span>
      </div>
      <Answer of={schedule} what="the schedule">
        {known => (
          <Replayed
            key={protocol}
            backend={backend}
            module={module}
            protocol={protocol}
            schedule={known}
            report={report}
          />
        )}
      </Answer>
    </div>
  )
}

interface ReplayedProps extends Props {
  readonly protocol: FaultProtocol
  readonly schedule: RoundSchedule
  readonly report: Fetched<ReplyOf<typeof routes.listFaults>>
}

function Replayed({ backend, module, protocol, schedule, report }: ReplayedProps) {
  const params = { backend_id: module.backend_id, logical_id: module.logical_qubit }
  const timeline = useMemo(() => timelineOf(schedule, module), [schedule, module])
  const [aim, setAim] = useState<AimedFault>(FIRST_AIMED_FAULT)
  const [injected, setInjected] = useState<FaultChoice | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const choice = injected ?? firstOf(report.data)
  const replay = useFetched(routes.replayFault, choice && { params, query: { protocol, ...choice } })
  const injectedBlock = choice && blockOfChoice(choice, timeline.blocks)
  return (
    <>
      <Answer of={report} what="the verdict (every single fault is injected)">
        {known => (
          <>
            <FaultsReportVerdict report={known} />
            <FailingFaults report={known} replay={fault => setInjected(choiceOf(fault))} />
            <FlagTableSheets report={known} />
          </>
        )}
      </Answer>
      <h3>Replay</h3>
      <FaultChooser
        aim={aim}
        protocol={protocol}
        inputs={inputsOf(module)}
        change={setAim}
        blocks={timeline.blocks}
        inject={setInjected}
      />
      <TimelineView
        timeline={timeline}
        selected={'block' in aim.place ? aim.place.block.id : null}
        current={current}
        injected={injectedBlock?.id ?? null}
        select={block => setAim(withBlock(aim, block))}
        inject={() => setInjected(choiceOfAimedFault(aim, protocol) ?? injected)}
      />
      {choice === null ? (
        <p className="pentad-quiet">
          No single fault leads to a logical error under this protocol. Inject any fault above, or double-click a block
          of the schedule (Enter by keyboard), to see how it is caught.
        </p>
      ) : (
        <Answer of={replay} what="the replay">
          {known => <ReplayPlayer backend={backend} module={module} replay={known} follow={setCurrent} />}
        </Answer>
      )}
    </>
  )
}

/** In the order of the contract: data qubits, then routing sites, which an earlier round may have left excited. */
const inputsOf = ({ data_qubits, routing_qubits }: ResolvedModule) => [
  ...Object.keys(data_qubits),
  ...routing_qubits.map(site => `routing site ${site}`),
]

/** The counterexample, where there is one. */
const firstOf = (report: FaultsReport | undefined): FaultChoice | null =>
  report?.counterexample ? choiceOf(report.counterexample.fault) : null
