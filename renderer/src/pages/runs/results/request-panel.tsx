/** What was requested, and when it ran. */
import { Link } from 'wouter'
import { utc } from '../../../../../main/contract/model/iso-time'
import { STATE_TEXT } from '../../../../../main/contract/model/protocols'
import type { Run } from '../../../../../main/contract/runs/run'
import { Panel } from '../../../components/layout/page'
import { WarningList } from '../../../components/messages/warning-list'
import { Sheet } from '../../../components/tables/sheet'
import { runChargeText } from '../../../draw/format/prices'
import { count } from '../../../draw/format/quantity'
import { DD_TEXT, ENGINE_TEXT, PREPARATION_TEXT, READOUT_TEXT } from '../../../draw/runs/options'
import { elapsed, MODE_TEXT, roundsList } from '../../../draw/runs/run-text'

/** Result of the gate, from the warnings given before the run: a module that passes has none. */
function gateText({ request, warnings }: Run): string {
  const has = (code: string) => warnings.some(warning => warning.code === code)
  if (has('round_duration_exceeds_gate')) return 'failed, overridden'
  if (has('t2_unknown')) return 'unknown, overridden'
  return request.override ? 'overridden' : 'passed'
}

export function RequestPanel({ run }: { readonly run: Run }) {
  const { request } = run
  return (
    <Panel title="Request">
      <div className="pentad-columns">
        <Sheet
          entries={[
            [
              'Module',
              <Link
                key="module"
                href={`/modules/${run.backend_id}/${run.logical_id}`}
              >{`${run.logical_id} on ${run.backend_id}`}</Link>,
            ],
            ['Mode', MODE_TEXT[request.mode]],
            ['Rounds', roundsList(request.rounds)],
            ['Shots', `${count(request.shots)} for each state and number of rounds`],
            ['States', request.states.map(state => `|${STATE_TEXT[state]}⟩`).join(', ')],
            ['Decoder', `${request.decoder}, protocol ${request.protocol}`],
            ['Preparation', PREPARATION_TEXT[request.preparation]],
            ['Readout', READOUT_TEXT[request.readout]],
            ['Decoupling', DD_TEXT[request.dd || 'none']],
            ['Engine', ENGINE_TEXT[request.engine]],
            ['Seed', <code key="seed">{request.seed}</code>],
            ['Gate', gateText(run)],
          ]}
        />
        <Sheet
          entries={[
            ['Run', <code key="id">{run.run_id}</code>],
            ['Calibration', <code key="calibration">{run.calibration_id}</code>],
            ['Created', utc(run.created_at)],
            ['Ran for', elapsed(run.started_at, run.finished_at)],
            ['Tokens', runChargeText(run)],
          ]}
        />
      </div>
      {run.warnings.length > 0 && (
        <>
          <h3>Warnings before the run</h3>
          <WarningList of={run.warnings} />
        </>
      )}
    </Panel>
  )
}
