/** The form of a run, with the gate's warning and override, and the predictions beside it. */
import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { BackendSummary } from '../../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../../main/contract/modules'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { Panel } from '../../../show/page'
import { Problem } from '../../../show/states'
import { GateCallout } from '../../../show/module-verdicts'
import { Predictions } from './predictions'
import { addressOfRun } from '../../../draw/runs/address'
import { type FieldsProps, RunFields } from './fields'
import { type Draft, EMPTY_DRAFT, predictedRequest, requestOf } from './draft'

interface Props {
  readonly module: ResolvedModule
  readonly logical_id: string
  readonly backend: BackendSummary | undefined
  /** The override was already given on the Modules page. */
  readonly override: boolean
  /** What the form starts from; a plain draft when left out. */
  readonly like?: Draft
}

export function RunForm({ module, logical_id, backend, override, like = EMPTY_DRAFT }: Props) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState<Draft>({ ...like, override: override && !module.gate.passed })
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const request = requestOf(draft)
  const start = useAction(async () => {
    if (request === null) return
    const run = await call(routes.createRun, { params: { backend_id: module.backend_id, logical_id }, body: request })
    navigate(addressOfRun(run))
  })
  const allowed = request !== null && (module.gate.passed || draft.override) && backend?.online !== false
  return (
    <div className="runs-setup">
      <Panel title="Run">
        <form
          className="pentad-stack"
          onSubmit={event => {
            event.preventDefault()
            if (allowed) void start.run()
          }}
        >
          <RunFields draft={draft} change={change} />
          {module.gate.passed || <Override module={module} draft={draft} change={change} />}
          {backend?.online === false && <Callout intent="warning">Offline: {backend.offline_reason}</Callout>}
          {start.error && <Problem problem={start.error} />}
          <div className="pentad-row">
            <Button
              type="submit"
              intent="primary"
              icon={<Play />}
              text="Start the run"
              disabled={!allowed}
              loading={start.running}
            />
          </div>
        </form>
      </Panel>
      <Predictions
        module={module}
        logical_id={logical_id}
        request={predictedRequest(draft)}
        takeShots={shots => change({ shots: String(shots) })}
      />
    </div>
  )
}

const Override = ({ module, draft, change }: FieldsProps & { readonly module: ResolvedModule }) => (
  <>
    <GateCallout module={module} />
    <Checkbox
      checked={draft.override}
      onChange={event => change({ override: event.currentTarget.checked })}
      label="I have read this warning and run the module all the same"
    />
  </>
)
