/** The chosen chiplet: what it resolves to, in sections; first the module, then what is proved of its round. */
import { Callout } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { utc } from '../../../../main/contract/model/iso-time'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { LogicalQubit } from '../../../../main/contract/modules/logical-qubits'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { useFetched } from '../../api/use-fetch'
import { ActionButton } from '../../components/controls/action-button'
import { NextStep } from '../../components/controls/next-step'
import { Panel } from '../../components/layout/page'
import { Answer, Empty, ProblemMessage } from '../../components/messages/answer'
import { StatusTag } from '../../components/values/tags-and-times'
import { faults } from '../../draw/format/quantity'
import { demandsOf } from '../../draw/modules/demands'
import { vetoText } from '../../draw/modules/veto-text'
import { addressAfter } from '../../draw/runs/experiment-steps'
import { RuledOut } from './candidates/ruled-out'
import { demandsIn } from './demands/demand-list'
import { DemandsView } from './demands/demands-view'
import { ModuleSections } from './module-sections'
import { ProofSections } from './proof-sections'

interface Props {
  readonly backend_id: string
  readonly chosen: LogicalQubit
  /** First of the ranking; null when it is empty. */
  readonly first: LogicalQubit | null
  /** The same chiplet without demands. */
  readonly free: LogicalQubit | undefined
  readonly step: 'module' | 'proof'
  /** Whether a choice on this page brought the module, so that it takes the focus. */
  readonly takesFocus: boolean
}

export function ChosenModule({ backend_id, chosen, first, free, step, takesFocus }: Props) {
  const { call } = useApi()
  const backend = useFetched(routes.getBackend, { params: { backend_id } })
  const [again, setAgain] = useState<ResolvedModule | null>(null)
  const resolve = useAction(async () => {
    setAgain(await call(routes.selectModule, { params: { backend_id }, body: profileOf(chosen.logical_id) }))
  })
  const module = again ?? chosen.module
  if (module === null)
    return (
      <div className="pentad-stack">
        <NoModule chosen={chosen} takesFocus={takesFocus} />
        {hasDemands(chosen) && backend.data && (
          <Panel title="Demands">
            <DemandsView backend={backend.data} chosen={chosen} free={free} />
          </Panel>
        )}
        <RuledOut backend_id={backend_id} logical_id={chosen.logical_id} backend={backend.data} first={undefined} />
      </div>
    )
  return (
    <section id="part-module" className="pentad-panel" aria-label={`Module ${module.logical_qubit}`}>
      <Head chosen={chosen} module={module} step={step} takesFocus={takesFocus}>
        <ActionButton
          icon={<Search />}
          text="Resolve again"
          title={`Resolves chiplet ${chosen.chiplet} for [[5,1,3]] with flags, one generator after another, from the current calibration`}
          loading={resolve.running}
          onClick={() => void resolve.run()}
        />
      </Head>
      {resolve.error && <ProblemMessage problem={resolve.error} retry={() => void resolve.run()} />}
      <Answer of={backend} what="the backend">
        {device =>
          step === 'module' ? (
            <ModuleSections backend={device} module={module} chosen={chosen} first={first} free={free} />
          ) : (
            <ProofSections backend={device} module={module} />
          )
        }
      </Answer>
    </section>
  )
}

const hasDemands = ({ logical_id }: LogicalQubit) => demandsOf(demandsIn(logical_id)).length > 0

interface HeadProps extends Pick<Props, 'chosen' | 'step' | 'takesFocus'> {
  readonly module: ResolvedModule
  readonly children: React.ReactNode
}

function Head({ chosen, module, step, takesFocus, children }: HeadProps) {
  const [, navigate] = useLocation()
  const { logical_qubit } = module
  const heading = useFocus(takesFocus, step)
  return (
    <header className="modules-head">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {step === 'module' ? `Module on chiplet ${chosen.chiplet}` : `Proof and schedule of ${logical_qubit}`}
        </h2>
        <p className="pentad-row">
          <StatusTag status={chosen.status} />
          <span>
            {chosen.rank === null ? 'with demands on its layout' : `rank ${chosen.rank}`}, Δ_round{' '}
            <strong>{faults(module.score)}</strong>
          </span>
          <span className="pentad-quiet">
            resolved as <code>{logical_qubit}</code> from <code>{module.calibration_id}</code>, taken{' '}
            {utc(module.calibrated_at)}
          </span>
        </p>
      </div>
      <div className="pentad-row">
        {children}
        <NextStep text={step === 'module' ? 'Proof' : 'Set up a run'} go={() => navigate(addressAfter(module, step))} />
      </div>
    </header>
  )
}

/** The heading takes the focus when a choice on this page brought the module, and when the step changes. */
function useFocus(takesFocus: boolean, step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (!takesFocus && last.current === step) return
    last.current = step
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [takesFocus, step])
  return heading
}

const profileOf = (chiplet: string) => ({
  workload: 'logical_qubit_513' as const,
  chiplet,
  code: '[[5,1,3]]' as const,
  ft_scheme: 'flag' as const,
  syndrome_strategy: 'flag_sequential' as const,
})

function noModuleText(chosen: LogicalQubit): string {
  const { chiplet, status } = chosen
  if (hasDemands(chosen)) return `No layout on chiplet ${chiplet} meets these demands`
  return status === 'disqualified' ? `Chiplet ${chiplet} is disqualified` : `No layout exists on chiplet ${chiplet}`
}

interface NoModuleProps {
  readonly chosen: LogicalQubit
  readonly takesFocus: boolean
}

function NoModule({ chosen, takesFocus }: NoModuleProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.focus()
  }, [takesFocus])
  return (
    <Panel title={`Chiplet ${chosen.chiplet}`}>
      <div ref={place} tabIndex={-1}>
        {chosen.status === 'disqualified' ? (
          <Callout intent="danger">
            <h3>{noModuleText(chosen)}</h3>
            <p>{chosen.reason}</p>
            <details>
              <summary>{chosen.vetoes.length === 1 ? '1 vetoed part' : `${chosen.vetoes.length} vetoed parts`}</summary>
              <ul>
                {chosen.vetoes.map(veto => (
                  <li key={`${veto.site} ${veto.figure}`}>{vetoText(veto)}</li>
                ))}
              </ul>
            </details>
          </Callout>
        ) : (
          <Empty title={noModuleText(chosen)}>{chosen.reason}</Empty>
        )}
      </div>
    </Panel>
  )
}
