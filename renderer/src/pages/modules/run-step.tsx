/** Step 6: on to a run. A gate that is failed or unknown shows its warning and asks for a deliberate override. */
import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { GateCallout } from '../../show/module-verdicts'
import { Panel } from '../../show/page'
import { PredictedGain } from './predicted-gain'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
}

export function RunStep({ backend, module }: Props) {
  const [override, setOverride] = useState(false)
  const [, navigate] = useLocation()
  const allowed = module.gate.passed || override
  const address = `/runs/new?backend=${module.backend_id}&module=${module.logical_qubit}${override ? '&override=1' : ''}`
  return (
    <Panel title="6 · Baseline, encoded run, decoding, comparison">
      {module.gate.passed || (
        <>
          <GateCallout module={module} />
          <Checkbox
            checked={override}
            onChange={event => setOverride(event.currentTarget.checked)}
            label="I have read this warning and run the module anyway"
          />
        </>
      )}
      <PredictedGain key={`${module.calibration_id} ${module.diagnostics.ft.schedule_hash}`} module={module} />
      {backend.online || <Offline backend={backend} />}
      <div className="pentad-row">
        <Button
          intent="primary"
          icon={<Play />}
          text="Set up a run"
          disabled={!allowed}
          onClick={() => navigate(address)}
        />
        <span className="pentad-quiet">
          A run measures the physical baselines first, then the encoded qubit, decodes both and compares.
        </span>
      </div>
    </Panel>
  )
}

const Offline = ({ backend }: { readonly backend: Backend }) => (
  <Callout compact intent="warning">
    <h3>{`${backend.backend_id} is offline`}</h3>
    <p>
      {backend.offline_reason} The same module runs, simulated, on{' '}
      <Link href={`/modules/${backend.device_id}-mock`}>{backend.device_id}-mock</Link>.
    </p>
  </Callout>
)
