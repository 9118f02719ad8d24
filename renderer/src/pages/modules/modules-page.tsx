/** Modules: the experiment flow of the spec, in its order, as numbered steps on one page. */
import { useLocation, useRoute } from 'wouter'
import type { LogicalQubitList } from '../../../../main/contract/modules/logical-qubits'
import { routes } from '../../../../main/contract/routes'
import { useFetched } from '../../api/use-fetch'
import { PageLayout } from '../../show/page'
import { Answer, Empty } from '../../show/states'
import { SimulatedTag } from '../../show/tags'
import { ChosenModule } from './chosen-module'
import { RankingStep } from './ranking-step'
import { SelectStep } from './select-step'
import './modules.css'

export function ModulesPage() {
  const [, ofBackend] = useRoute('/modules/:backend_id')
  const [, ofModule] = useRoute('/modules/:backend_id/:logical_id')
  const backend_id = ofModule?.backend_id ?? ofBackend?.backend_id ?? null
  const logical_id = ofModule?.logical_id ?? null
  const backends = useFetched(routes.listBackends, {})
  const ranking = useFetched(routes.listLogicalQubits, backend_id === null ? null : { params: { backend_id } })
  const simulated = backends.data?.items.find(each => each.backend_id === backend_id)?.simulated
  return (
    <PageLayout
      title="Modules"
      about="From chiplets to one logical qubit: rank, resolve, judge, run."
      tags={simulated && <SimulatedTag />}
    >
      <Answer of={backends} what="the backends">
        {({ items }) => <SelectStep backends={items} ranking={ranking.data} {...{ backend_id, logical_id }} />}
      </Answer>
      {backend_id !== null && (
        <Answer of={ranking} what="the ranking (every chiplet is searched and scored)">
          {list => <Ranked list={list} backend_id={backend_id} logical_id={logical_id} />}
        </Answer>
      )}
    </PageLayout>
  )
}

interface RankedProps {
  readonly list: LogicalQubitList
  readonly backend_id: string
  readonly logical_id: string | null
}

function Ranked({ list, backend_id, logical_id }: RankedProps) {
  const [, navigate] = useLocation()
  const first = list.logical_qubits.find(each => each.rank === 1) ?? null
  const chosen = list.logical_qubits.find(each => each.logical_id === logical_id)
  return (
    <>
      <RankingStep list={list} logical_id={logical_id} choose={id => navigate(`/modules/${backend_id}/${id}`)} />
      {chosen && <ChosenModule key={chosen.logical_id} {...{ backend_id, chosen, first }} />}
      {!chosen && logical_id !== null && (
        <Empty title={`${backend_id} has no module ${logical_id}`}>Choose one of the chiplets above.</Empty>
      )}
    </>
  )
}
