/** Steps 3 to 6 for the chosen chiplet: candidates, resolving, the layout and its verdicts, and on to a run. */
import { Button, Callout } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState } from 'react'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { LogicalQubit } from '../../../../main/contract/modules/logical-qubits'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { useFetched } from '../../api/use-fetch'
import { utc } from '../../draw/format/time'
import { vetoText } from '../../draw/modules/veto-text'
import { Panel } from '../../show/page'
import { Answer, Empty, ProblemMessage } from '../../show/states'
import { RuledOut } from './candidates/ruled-out'
import { CandidatesStep } from './candidates/step'
import { LayoutStep } from './layout/step'
import { ModuleViews } from './module-views'
import { RunStep } from './run-step'

interface Props {
  readonly backend_id: string
  readonly chosen: LogicalQubit
  /** Of the ranking; null when it is empty. */
  readonly first: LogicalQubit | null
}

export function ChosenModule({ backend_id, chosen, first }: Props) {
  const { call } = useApi()
  const backend = useFetched(routes.getBackend, { params: { backend_id } })
  const [resolved, setResolved] = useState<ResolvedModule | null>(null)
  const resolve = useAction(async () => {
    setResolved(await call(routes.selectModule, { params: { backend_id }, body: profileOf(chosen.chiplet) }))
  })
  const candidates = resolved ?? chosen.module
  return (
    <>
      {candidates ? <CandidatesStep backend={backend.data} module={candidates} /> : <NoModule chosen={chosen} />}
      <RuledOut
        key={candidates?.calibration_id}
        {...{ backend_id }}
        logical_id={chosen.logical_id}
        backend={backend.data}
        first={candidates?.candidates[0]}
      />
      <Panel title="4 · Resolve the layout" tags={<ResolvedFrom module={resolved} />}>
        <div className="pentad-row">
          <Button
            intent="primary"
            icon={<Search />}
            text={resolved ? 'Resolve again' : 'Resolve layout'}
            loading={resolve.running}
            onClick={() => void resolve.run()}
          />
          <span className="pentad-quiet">
            Resolves chiplet {chosen.chiplet} for [[5,1,3]] with flags, one generator after another, from the current
            calibration. Another day may give another layout.
          </span>
        </div>
        {resolve.error && <ProblemMessage problem={resolve.error} retry={() => void resolve.run()} />}
      </Panel>
      {resolved && (
        <Answer of={backend} what="the backend">
          {device => (
            <>
              <LayoutStep backend={device} module={resolved} first={first === chosen ? null : deltaOf(first)} />
              <ModuleViews backend={device} module={resolved} />
              <RunStep backend={device} module={resolved} />
            </>
          )}
        </Answer>
      )}
    </>
  )
}

const deltaOf = (one: LogicalQubit | null) => one?.module?.diagnostics.delta_round ?? null

const profileOf = (chiplet: string) => ({
  workload: 'logical_qubit_513' as const,
  chiplet,
  code: '[[5,1,3]]' as const,
  ft_scheme: 'flag' as const,
  syndrome_strategy: 'flag_sequential' as const,
})

const ResolvedFrom = ({ module }: { readonly module: ResolvedModule | null }) =>
  module && (
    <span className="pentad-quiet">
      resolved as <code>{module.logical_qubit}</code> from <code>{module.calibration_id}</code>, taken{' '}
      {utc(module.calibrated_at)}
    </span>
  )

const NoModule = ({ chosen }: { readonly chosen: LogicalQubit }) => (
  <Panel title="3 · Recommended candidates">
    {chosen.status === 'disqualified' ? (
      <Callout intent="danger">
        <h3>{`Chiplet ${chosen.chiplet} is disqualified`}</h3>
        <p>{chosen.reason}</p>
        <ul>
          {chosen.vetoes.map(veto => (
            <li key={`${veto.site} ${veto.figure}`}>{vetoText(veto)}</li>
          ))}
        </ul>
      </Callout>
    ) : (
      <Empty title={`No layout exists on chiplet ${chosen.chiplet}`}>{chosen.reason}</Empty>
    )}
  </Panel>
)
