/** One break-even map: its progress while it is computed, the plot as it grows, the crossings, and its files. */
import { Callout, ProgressBar } from '@blueprintjs/core'
import { Stop } from '@blueprintjs/icons'
import { useCallback, useMemo, useState } from 'react'
import { utc } from '../../../../../main/contract/model/iso-time'
import { routes } from '../../../../../main/contract/routes'
import type { Study } from '../../../../../main/contract/runs/studies'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { DownloadButton } from '../../../components/controls/copy-download'
import { FigureView } from '../../../components/figures/figure-view'
import { Empty, ProblemMessage } from '../../../components/messages/answer'
import { FoldedWarnings } from '../../../components/messages/warning-list'
import { SimulatedTag, StatusTag } from '../../../components/values/tags-and-times'
import type { Scheme } from '../../../draw/charts/colours'
import { isTerminal, shortId } from '../../../draw/format/job-and-run-text'
import { count, percent } from '../../../draw/format/quantity'
import { duration } from '../../../draw/format/time'
import { roundsList } from '../../../draw/runs/run-text'
import {
  breakEvenFigure,
  breakEvenTable,
  crossingText,
  type PhysicalReference,
} from '../../../draw/studies/break-even-figure'
import { studyCsv } from '../../../draw/studies/study-csv'
import { remaining_ms } from '../../../draw/studies/study-request'

interface Props {
  readonly study: Study
  readonly changed: () => void
}

const AGAINST: Record<string, readonly PhysicalReference[]> = {
  both: ['best', 'median'],
  best: ['best'],
  median: ['median'],
}

export function StudyPanel({ study, changed }: Props) {
  const { request, status_reason, warnings } = study
  return (
    <section className="pentad-stack" aria-label="Break-even map">
      <div className="pentad-row">
        <h3>{nameOf(study)}</h3>
        <StatusTag status={study.status} live={!isTerminal(study)} />
        <SimulatedTag />
      </div>
      <p className="pentad-quiet">
        {request.mode}, {request.protocol}, {request.decoder}; R = {roundsList(request.rounds)}; {count(request.shots)}{' '}
        shots each; seed {request.seed}; calibration <code>{study.calibration_id}</code>, noise model{' '}
        <code>{study.noise_model_version}</code>, schedule <code>{study.schedule_hash}</code>
      </p>
      {isTerminal(study) || <StudyProgress study={study} changed={changed} />}
      {status_reason && (
        <Callout compact intent={study.status === 'FAILED' ? 'danger' : 'warning'}>
          {status_reason.message}
        </Callout>
      )}
      <FoldedWarnings of={warnings} />
      {study.points.length === 0 ? (
        <Empty title="No point yet">
          {isTerminal(study) ? 'It ended before the first point.' : 'Points appear as they are computed.'}
        </Empty>
      ) : (
        <Points study={study} />
      )}
    </section>
  )
}

export const nameOf = ({ name, study_id, created_at }: Study) =>
  name ?? `Map ${shortId(study_id)} of ${utc(created_at)}`

function StudyProgress({ study, changed }: Props) {
  const { call } = useApi()
  const { study_id, backend_id, logical_id, progress, status } = study
  const abort = useAction(async () => {
    await call(routes.abortStudy, { params: { study_id, backend_id, logical_id } })
    changed()
  })
  const left = remaining_ms(study, Date.now())
  const waiting = status === 'PENDING'
  return (
    <div className="pentad-stack">
      <div className="pentad-row">
        <strong>{waiting ? 'Waiting for its turn' : percent(progress.fraction)}</strong>
        <span className="pentad-quiet">
          {progress.stage}
          {left !== null && `, about ${duration(left)} left`}
        </span>
        <ActionButton
          size="small"
          intent="danger"
          icon={<Stop />}
          text="Abort the map"
          loading={abort.running}
          onClick={() => void abort.run()}
        />
      </div>
      <ProgressBar
        aria-label="Progress of the map"
        aria-valuetext={`${percent(progress.fraction)}, ${progress.stage}`}
        intent="primary"
        animate={!waiting}
        stripes={!waiting}
        value={progress.fraction}
      />
      {abort.error && <ProblemMessage problem={abort.error} />}
    </div>
  )
}

function Points({ study }: { readonly study: Study }) {
  const [against, setAgainst] = useState(study.request.kinds.length > 1 ? 'best' : 'both')
  const figure = useCallback(
    (scheme: Scheme, width: 86 | 178) => breakEvenFigure(study, { against: AGAINST[against]!, scheme, width }),
    [study, against],
  )
  const table = useMemo(() => breakEvenTable(study), [study])
  const file = `break-even-${study.backend_id}-${study.logical_id}-${shortId(study.study_id)}`
  return (
    <>
      <FigureView
        label={`Logical gain against the factor that scales the errors, ${study.points.length} points`}
        figure={figure}
        table={table}
        fileName={file}
      >
        <Choice
          label="Against"
          value={against}
          options={[
            ['both', 'best and median qubit'],
            ['best', 'best qubit'],
            ['median', 'median qubit'],
          ]}
          choose={setAgainst}
        />
        <DownloadButton
          size="small"
          label="Whole map, CSV"
          fileName={`${file}-whole.csv`}
          type="text/csv"
          content={() => studyCsv(study)}
        />
        <DownloadButton
          size="small"
          label="Whole map, JSON"
          fileName={`${file}-whole.json`}
          content={() => JSON.stringify(study, null, 2)}
        />
      </FigureView>
      <h4 className="modules-crossings">Where the gain crosses 1</h4>
      {study.crossings.length === 0 ? (
        <p className="pentad-quiet">
          {isTerminal(study) ? 'No crossing was found.' : 'Known when the map is complete.'}
        </p>
      ) : (
        <ul className="pentad-list">
          {study.crossings.map(crossing => (
            <li key={`${crossing.kind} ${crossing.against}`}>{crossingText(crossing)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
