/** Set-up of a run: which module, what to measure, and what the calibration predicts before a shot is taken. */
import { useMemo } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { LogicalQubit } from '../../../../../main/contract/modules/logical-qubits'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { Choice } from '../../../components/controls/choice'
import { Stepper } from '../../../components/controls/stepper'
import { PageLayout, Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { STATUS_TEXT } from '../../../draw/modules/module-text'
import { experimentSteps } from '../../../draw/runs/experiment-steps'
import { InstrumentNeeds } from './instrument-needs'
import { draftLike } from './run-draft'
import { RunForm } from './run-form'

export function RunSetup() {
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const backend_id = search.get('backend')
  const logical_id = search.get('module')
  const backends = useFetched(routes.listBackends, {})
  const backend = backends.data?.items.find(each => each.backend_id === backend_id)
  const { modules, offered, chosen, settled } = useModules(backend_id, logical_id)
  const like = useRunLike(search.get('like'), backend_id, logical_id)
  const go = (backend: string, module: string) =>
    navigate(`/runs/new?${new URLSearchParams({ ...(backend && { backend }), ...(module && { module }) })}`, {
      replace: true,
    })
  return (
    <PageLayout
      title="Set up a run"
      about={<Link href="/runs">All runs</Link>}
      tags={backend?.simulated && <SimulatedTag />}
      steps={
        <Stepper
          steps={experimentSteps({ backend_id, logical_id, backend, module: chosen?.module }, Date.now())}
          current="set-up"
        />
      }
    >
      <Panel title="Module">
        <div className="pentad-choices">
          <Answer of={backends} what="the backends">
            {({ items }) => (
              <Choice
                label="Backend"
                value={backend_id ?? ''}
                none="Choose a backend"
                options={items.map(each => [each.backend_id, `${each.backend_id}${each.online ? '' : ' (offline)'}`])}
                choose={id => go(id, '')}
              />
            )}
          </Answer>
          {backend_id !== null && (
            <Answer of={modules} what="the modules">
              {() => (
                <Choice
                  label="Module"
                  value={logical_id ?? ''}
                  none="Choose a module"
                  options={offered.map(each => [each.logical_id, moduleText(each)])}
                  choose={id => go(backend_id, id)}
                />
              )}
            </Answer>
          )}
        </div>
        {modules.data?.logical_qubits.every(each => each.module === null) && (
          <Empty title="No chiplet of this backend carries a module">
            The <Link href={`/modules/${backend_id}`}>ranking</Link> says why for each of them.
          </Empty>
        )}
        {settled && logical_id !== null && !chosen?.module && (
          <Empty title={`${logical_id} carries no module that could run`}>
            The <Link href={`/modules/${backend_id}/${logical_id}`}>module page</Link> says why; choose another one
            above.
          </Empty>
        )}
      </Panel>
      {backend?.mode === 'live' && backend_id !== null && <InstrumentNeeds backend_id={backend_id} />}
      {chosen?.module && like !== undefined && (
        <RunForm
          key={chosen.logical_id}
          module={chosen.module}
          logical_id={chosen.logical_id}
          backend={backend}
          override={search.has('override')}
          {...(like && { like })}
        />
      )}
    </PageLayout>
  )
}

/** Modules of the backend, and the one of the address, which is not listed when its layout has demands. */
function useModules(backend_id: string | null, logical_id: string | null) {
  const modules = useFetched(routes.listLogicalQubits, backend_id === null ? null : { params: { backend_id } })
  const listed = modules.data?.logical_qubits.find(each => each.logical_id === logical_id)
  const unlisted = modules.data && !listed && backend_id && logical_id ? { backend_id, logical_id } : null
  const demanded = useFetched(routes.getLogicalQubit, unlisted && { params: unlisted })
  const known = [...(modules.data?.logical_qubits ?? []), ...(demanded.data ? [demanded.data] : [])]
  return {
    modules,
    offered: known.filter(each => each.module !== null),
    chosen: listed ?? demanded.data,
    /** Whether both the list and the module of the address have been answered. */
    settled: modules.data !== undefined && (!unlisted || demanded.data !== undefined || demanded.error !== null),
  }
}

/** Draft of the run named by `?like=`, from which the form starts; null without one, undefined while it loads. */
function useRunLike(run_id: string | null, backend_id: string | null, logical_id: string | null) {
  const asked = run_id && backend_id && logical_id ? { params: { run_id, backend_id, logical_id } } : null
  const { data, error } = useFetched(routes.getRun, asked)
  const like = useMemo(() => data && draftLike(data), [data])
  return asked === null || error !== null ? null : like
}

const moduleText = (each: LogicalQubit) =>
  `${each.chiplet} (${each.rank === null ? 'with demands' : `rank ${each.rank}`}${each.status === 'ready' ? '' : `, ${STATUS_TEXT[each.status].toLowerCase()}`})`
