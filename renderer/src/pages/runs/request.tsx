/** What was asked, and when it ran. */
import { Link } from 'wouter'
import type { Run } from '../../../../main/contract/runs/run'
import { count, utc } from '../../draw/format/quantity'
import { DD_WORDS, ENGINE_WORDS, PREPARATION_WORDS, READOUT_WORDS } from '../../draw/run-options'
import { elapsed, MODE_WORDS, roundsText, STATE_WORDS } from '../../draw/run-words'
import { Panel } from '../../show/page'
import { Sheet } from '../../show/tables/sheet'
import { WarningList } from '../../show/warning-list'

export function Request({ run }: { readonly run: Run }) {
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
            ['Mode', MODE_WORDS[request.mode]],
            ['Rounds', roundsText(request.rounds)],
            ['Shots', `${count(request.shots)} for each state and number of rounds`],
            ['States', request.states.map(state => `|${STATE_WORDS[state]}⟩`).join(', ')],
            ['Decoder', `${request.decoder}, protocol ${request.protocol}`],
            ['Preparation', PREPARATION_WORDS[request.preparation]],
            ['Readout', READOUT_WORDS[request.readout]],
            ['Decoupling', DD_WORDS[request.dd || 'none']],
            ['Engine', ENGINE_WORDS[request.engine]],
            ['Seed', <code key="seed">{request.seed}</code>],
            ['Gate', request.override ? 'failed, overridden' : 'passed'],
          ]}
        />
        <Sheet
          entries={[
            ['Run', <code key="id">{run.run_id}</code>],
            ['Calibration', <code key="calibration">{run.calibration_id}</code>],
            ['Created', utc(run.created_at)],
            ['Ran for', elapsed(run.started_at, run.finished_at)],
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
