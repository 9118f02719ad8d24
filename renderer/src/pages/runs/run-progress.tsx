/** How far a run has come and what it does now. */
import { ProgressBar } from '@blueprintjs/core'
import { memo, useCallback, useMemo } from 'react'
import type { Run } from '../../../../main/contract/runs/run'
import { FigureView } from '../../components/figures/figure-view'
import { Panel } from '../../components/layout/page'
import type { Scheme } from '../../draw/charts/colours'
import type { ColumnWidth } from '../../draw/comparison/headline'
import { liveSurvivalFigure, liveSurvivalTable } from '../../draw/comparison/live-survival'
import { shortId } from '../../draw/format/job-and-run-text'
import { percent } from '../../draw/format/quantity'
import { useProgress } from './use-run'

interface Props {
  readonly run: Run
  /** Whether the stream reports progress; otherwise the run is polled. */
  readonly live: boolean
}

export function RunProgress({ run: answered, live }: Props) {
  const run = useProgress(answered)
  const { fraction, stage, counts } = run.progress
  const waiting = run.status === 'PENDING'
  return (
    <Panel title="Progress" tags={<span className="pentad-quiet">{live ? 'live' : 'updated once a second'}</span>}>
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
      {counts && (
        <SurvivalSoFar
          run_id={run.run_id}
          simulated={run.simulated}
          most={Math.max(...run.request.rounds)}
          counts={counts}
        />
      )}
    </Panel>
  )
}

interface SoFarProps extends Pick<Run, 'run_id' | 'simulated'> {
  /** The largest number of rounds that the run asks for. */
  readonly most: number
  readonly counts: NonNullable<Run['progress']['counts']>
}

/**
 * Survival of the shots counted so far, which says nothing about the verdict. Memoized, as counts come once a second, and other
 * progress more often.
 */
const SurvivalSoFar = memo(function SurvivalSoFar({ run_id, simulated, most, counts }: SoFarProps) {
  const figure = useCallback(
    (scheme: Scheme, width: ColumnWidth) => liveSurvivalFigure(counts, { most, simulated, scheme, width }),
    [counts, most, simulated],
  )
  const table = useMemo(() => liveSurvivalTable(counts), [counts])
  return (
    <>
      <FigureView
        narrow
        label="Survival against rounds so far"
        figure={figure}
        table={table}
        fileName={`run-${shortId(run_id)}-so-far`}
      />
      <p className="pentad-quiet">
        Of the shots counted so far, with 95 % intervals; the verdict is drawn from all of them, against the best and
        the median qubit.
      </p>
    </>
  )
})
