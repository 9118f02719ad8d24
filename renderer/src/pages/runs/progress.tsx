/** How far a run has come and what it does now. */
import { ProgressBar } from '@blueprintjs/core'
import type { Run } from '../../../../main/contract/runs/run'
import { percent } from '../../draw/format/quantity'
import { Panel } from '../../show/page'

interface Props {
  readonly run: Run
  /** Told by the stream rather than asked for. */
  readonly live: boolean
}

export function RunProgress({ run, live }: Props) {
  const { fraction, stage } = run.progress
  const waiting = run.status === 'PENDING'
  return (
    <Panel title="Progress" tags={<span className="pentad-quiet">{live ? 'live' : 'asked for once a second'}</span>}>
      <p className="runs-stage">
        <strong>{waiting ? 'Waiting for its turn' : percent(fraction)}</strong>{' '}
        <span className="pentad-quiet">{stage}</span>
      </p>
      <ProgressBar
        aria-label="Progress of the run"
        aria-valuetext={`${percent(fraction)}, ${stage}`}
        intent="primary"
        animate={!waiting}
        stripes={!waiting}
        value={fraction}
      />
    </Panel>
  )
}
