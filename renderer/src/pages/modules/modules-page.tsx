/** The experiment from a device to a proved module: devices and chiplets at the left, the chosen one at the right. */
import { useState } from 'react'
import { useLocation, useRoute, useSearch } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import type { LogicalQubit, LogicalQubitList } from '../../../../main/contract/modules/logical-qubits'
import { routes } from '../../../../main/contract/routes'
import { type Fetched, useFetched } from '../../api/use-fetch'
import { NextStep } from '../../components/controls/next-step'
import { Stepper } from '../../components/controls/stepper'
import { PageLayout, Panel } from '../../components/layout/page'
import { Answer, Empty } from '../../components/messages/answer'
import { SimulatedTag } from '../../components/values/tags-and-times'
import { addressAfter, addressOfModule, experimentSteps } from '../../draw/runs/experiment-steps'
import { ChosenModule } from './chosen-module'
import { PendingNextStep } from './pending-next-step'
import { DeviceLine, DeviceList } from './ranking/device-choice'
import { RankingList, WhyThisRank } from './ranking/ranking-list'
import { SearchedModule } from './ranking/searched-module'
import './modules.css'

export function ModulesPage() {
  const [, navigate] = useLocation()
  const { backend_id, logical_id, step } = useAddress()
  const isOtherDevice = useHasChanged(backend_id)
  const backends = useFetched(routes.listBackends, {})
  const ranking = useFetched(routes.listLogicalQubits, backend_id === null ? null : { params: { backend_id } })
  const backend = backends.data?.items.find(each => each.backend_id === backend_id)
  const demanded = useDemanded(ranking.data, backend_id, logical_id)
  const chosen = chosenOf(ranking.data, logical_id) ?? demanded.data
  const facts = { backend_id, logical_id: chosen?.logical_id ?? logical_id, backend, module: chosen?.module }
  return (
    <PageLayout
      title="Modules"
      about="From a calibration to one logical qubit: rank, resolve, judge, run."
      tags={backend?.simulated && <SimulatedTag />}
      steps={
        <Stepper steps={experimentSteps(facts, Date.now())} current={backend_id === null ? 'calibration' : step} />
      }
    >
      <Answer of={backends} what="the backends">
        {({ items }) =>
          backend_id === null ? (
            <Devices backends={items} choose={id => navigate(`/modules/${id}`)} />
          ) : (
            <Chiplets
              key={backend_id}
              backends={items}
              backend={backend}
              backend_id={backend_id}
              ranking={ranking}
              chosen={chosen}
              demanded={demanded}
              logical_id={logical_id}
              step={step}
              isOtherDevice={isOtherDevice}
            />
          )
        }
      </Answer>
    </PageLayout>
  )
}

function useAddress() {
  const [, ofBackend] = useRoute('/modules/:backend_id')
  const [, ofModule] = useRoute('/modules/:backend_id/:logical_id')
  const step = new URLSearchParams(useSearch()).get('step') === 'proof' ? ('proof' as const) : ('module' as const)
  return {
    backend_id: ofModule?.backend_id ?? ofBackend?.backend_id ?? null,
    logical_id: ofModule?.logical_id ?? null,
    step,
  }
}

/** The logical qubit that the address names; without a name, the first of the ranking. */
function chosenOf(list: LogicalQubitList | undefined, logical_id: string | null): LogicalQubit | undefined {
  if (logical_id === null) return list?.logical_qubits.find(each => each.rank === 1)
  return list?.logical_qubits.find(each => each.logical_id === logical_id)
}

/** A module with demands on its layout is not in the ranking: it is fetched by its name. */
function useDemanded(list: LogicalQubitList | undefined, backend_id: string | null, logical_id: string | null) {
  const listed = list?.logical_qubits.some(each => each.logical_id === logical_id) ?? true
  const params = backend_id !== null && logical_id !== null && !listed ? { backend_id, logical_id } : null
  return useFetched(routes.getLogicalQubit, params && { params })
}

interface DevicesProps {
  readonly backends: readonly BackendSummary[]
  readonly choose: (backend_id: string) => void
}

/** The device that the next step leads to: the first mock that is online, as it runs at once and is free. */
const firstToTry = (backends: readonly BackendSummary[]) =>
  backends.find(({ mode, online }) => mode === 'mock' && online) ?? backends[0]

function Devices({ backends, choose }: DevicesProps) {
  const first = firstToTry(backends)
  return (
    <div className="modules-workspace">
      <div className="modules-pane">
        <DeviceList backends={backends} choose={choose} />
      </div>
      <div className="modules-pane">
        <Panel title="Choose a device">
          <p>
            Its current calibration decides which chiplet carries the best logical qubit. Mocks compute from the same
            figures as the live device, at no cost; a live device is measured through its instruments.
          </p>
          {first && (
            <div className="pentad-row">
              <NextStep text={`Modules of ${first.backend_id}`} go={() => choose(first.backend_id)} />
            </div>
          )}
        </Panel>
      </div>
    </div>
  )
}

interface ChipletsProps {
  readonly backends: readonly BackendSummary[]
  readonly backend: BackendSummary | undefined
  readonly backend_id: string
  readonly ranking: Fetched<LogicalQubitList>
  readonly chosen: LogicalQubit | undefined
  /** The module with demands, which the ranking does not have. */
  readonly demanded: Fetched<LogicalQubit>
  /** Id in the address. */
  readonly logical_id: string | null
  readonly step: 'module' | 'proof'
  /** Whether the device was chosen on this page. */
  readonly isOtherDevice: boolean
}

function Chiplets({
  backends,
  backend,
  backend_id,
  ranking,
  chosen,
  demanded,
  logical_id,
  step,
  ...rest
}: ChipletsProps) {
  const [, navigate] = useLocation()
  const isOtherModule = useHasChanged(logical_id)
  const takesFocus = isOtherModule || rest.isOtherDevice
  const choose = (id: string) => navigate(addressOfModule(backend_id, id, step))
  return (
    <div className="modules-workspace">
      <div className="modules-pane">
        {backend && <DeviceLine backends={backends} backend={backend} choose={id => navigate(`/modules/${id}`)} />}
        <Answer of={ranking} what="the ranking (every chiplet is searched and scored)">
          {list => <RankingList list={list} logical_id={chosen?.logical_id ?? null} choose={choose} />}
        </Answer>
        <PendingNextStep
          isLoading={isOnItsWay(ranking) || (!chosen && logical_id !== null && isOnItsWay(demanded))}
          go={() => chosen?.module && navigate(addressAfter(chosen.module, step))}
        />
      </div>
      <div className="modules-pane">
        {chosen && ranking.data && (
          <ChosenModule
            key={chosen.logical_id}
            backend_id={backend_id}
            chosen={chosen}
            step={step}
            first={chosenOf(ranking.data, null) ?? null}
            free={ranking.data.logical_qubits.find(({ chiplet }) => chiplet === chosen.chiplet)}
            takesFocus={takesFocus}
          />
        )}
        {ranking.data && !chosen && logical_id === null && <NoModule list={ranking.data} />}
        {ranking.data && !chosen && logical_id !== null && (
          <SearchedModule
            key={logical_id}
            of={demanded}
            backend_id={backend_id}
            logical_id={logical_id}
            takesFocus={takesFocus}
          />
        )}
      </div>
    </div>
  )
}

const isOnItsWay = ({ data, error }: Fetched<unknown>) => data === undefined && error === null

/** Says of each chiplet why it has no module. */
const NoModule = ({ list }: { readonly list: LogicalQubitList }) => (
  <Panel title="No module">
    <Empty title="No chiplet of this device carries a module">A device of another shape, or other files, may.</Empty>
    {list.logical_qubits.map(each => (
      <section key={each.logical_id} aria-label={`Why chiplet ${each.chiplet} carries none`} className="pentad-stack">
        <h3>{each.chiplet}</h3>
        <WhyThisRank each={each} first={null} />
      </section>
    ))}
  </Panel>
)

/** Whether the id has changed since the first rendering, by a choice or by going back. */
function useHasChanged(id: string | null): boolean {
  const [first] = useState(id)
  const [changed, setChanged] = useState(false)
  if (!changed && id !== first) setChanged(true)
  return changed
}
