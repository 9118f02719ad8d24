/** The form of a run, with the gate's warning and override, and the predictions beside it. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type BackendSummary, modeOf } from '../../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { NEXT_KEY, useStepKey } from '../../../components/controls/next-step'
import { Panel } from '../../../components/layout/page'
import { SectionList } from '../../../components/layout/section-list'
import { ProblemMessage } from '../../../components/messages/answer'
import { offeredProtocols } from '../../../draw/runs/options'
import { addressOfRun } from '../../../draw/runs/run-text'
import { Predictions } from './predictions'
import { useRunEstimate } from './run-cost'
import { emptyDraftOf, predictedRequest, type RunDraft, requestOfDraft } from './run-draft'
import { RunFields } from './run-fields'
import { FORM_ID, focusFirstQuestion, StartPanel } from './start-panel'
import { usePrediction } from './use-prediction'

interface Props {
  readonly module: ResolvedModule
  readonly logical_id: string
  readonly backend: BackendSummary | undefined
  /** Whether the override was already given on the Modules page. */
  readonly override: boolean
  /** Draft that the form starts from; by default the empty one of the backend. */
  readonly like?: RunDraft
}

export function RunForm({ module, logical_id, backend, override, like }: Props) {
  const mode = backend?.mode ?? modeOf(module.backend_id)
  const start_from = like ?? emptyDraftOf(mode)
  const { call } = useApi()
  const [, navigate] = useLocation()
  const protocols = offeredProtocols(module)
  const [draft, setDraft] = useState<RunDraft>({
    ...start_from,
    protocol: protocols.find(each => each === start_from.protocol),
    override: override && !module.gate.passed,
  })
  const change = (part: Partial<RunDraft>) => setDraft({ ...draft, ...part })
  const request = requestOfDraft(draft)
  const start = useAction(async () => {
    if (request === null) return
    const run = await call(routes.createRun, { params: { backend_id: module.backend_id, logical_id }, body: request })
    navigate(addressOfRun(run))
  })
  const asked = predictedRequest(draft)
  const { reply: estimate, stale } = useRunEstimate({ backend_id: module.backend_id, logical_id }, asked)
  const cost = stale ? null : estimate
  const payable = cost?.tokens.sufficient !== false
  const allowed = request !== null && (module.gate.passed || draft.override) && backend?.online !== false && payable
  useStepKey(NEXT_KEY, () => {
    if (allowed && mode === 'mock') void start.run()
    else focusFirstQuestion()
  })
  const prediction = usePrediction({ backend_id: module.backend_id, logical_id }, asked)
  return (
    <SectionList
      label="Sections of the set-up"
      className="runs-setup"
      sections={[
        {
          id: 'start',
          title: 'Start',
          content: (
            <>
              <StartPanel
                module={module}
                backend={backend}
                mode={mode}
                draft={draft}
                change={change}
                allowed={allowed}
                estimate={cost}
                prediction={prediction.stale ? null : prediction.reply}
                running={start.running}
              />
              {start.error && <ProblemMessage problem={start.error} />}
            </>
          ),
        },
        {
          id: 'settings',
          title: 'Settings',
          content: (
            <Panel title="Run">
              <form
                id={FORM_ID}
                className="pentad-stack"
                onSubmit={event => {
                  event.preventDefault()
                  if (allowed) void start.run()
                }}
              >
                <RunFields draft={draft} change={change} protocols={protocols} mode={mode} />
              </form>
            </Panel>
          ),
        },
        {
          id: 'predicted',
          title: 'Predicted',
          content: (
            <Predictions
              module={module}
              prediction={prediction}
              request={asked}
              takeShots={shots => change({ shots: String(shots) })}
            />
          ),
        },
      ]}
    />
  )
}
