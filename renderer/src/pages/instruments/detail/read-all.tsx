/** Reading all parameters of an instrument: the button, the progress, and the values that could not be read. */
import { Button, ProgressBar } from '@blueprintjs/core'
import { Cross, Refresh } from '@blueprintjs/icons'
import { placeKey, type ReadAll } from '../../../api/instruments/read-all'
import { countWithNoun } from '../../../draw/format/quantity'

interface ReadAllButtonProps {
  readonly all: ReadAll | null
  readonly ready: boolean
  readonly start: () => void
  readonly cancel: () => void
}

export const ReadAllButton = ({ all, ready, start, cancel }: ReadAllButtonProps) =>
  all?.state === 'reading' ? (
    <Button size="small" icon={<Cross />} text="Cancel reading" onClick={cancel} />
  ) : (
    <Button
      size="small"
      icon={<Refresh />}
      text="Read all"
      disabled={!ready}
      title={ready ? 'Ask the instrument for each parameter once, one after another' : 'It is not connected'}
      onClick={start}
    />
  )

export function ReadAllReport({ all }: { readonly all: ReadAll }) {
  const { state, total, answers, failures } = all
  const settled = answers.size + failures.length
  return (
    <div className="pentad-stack">
      {state === 'reading' && (
        <ProgressBar value={settled / total} stripes={false} aria-label="Progress of reading all parameters" />
      )}
      <p role="status">{reportText(all)}</p>
      {failures.length > 0 && (
        <ul className="pentad-list" aria-label="Could not be read">
          {failures.map(failure => (
            <li key={placeKey(failure)} className="pentad-fault">
              {failure.name}: {failure.problem.detail || failure.problem.title}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function reportText({ state, total, answers, failures }: ReadAll): string {
  const settled = answers.size + failures.length
  if (state === 'reading') return `Reading: ${settled} of ${countWithNoun(total, 'value')}.`
  const held = [...answers.values()].filter(({ fresh }) => !fresh).length
  return [
    state === 'done'
      ? `Read ${answers.size} of ${countWithNoun(total, 'value')}`
      : `Cancelled: read ${answers.size} of ${countWithNoun(total, 'value')}`,
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ...(held > 0 ? [`${held} were read earlier, as another caller holds the instrument`] : []),
  ]
    .join('; ')
    .concat('.')
}
