/**
 * The steps of an experiment in a row, each with its state as word and sign. Steps that can be opened are links; the
 * key p goes back one step.
 */
import { Link, useLocation } from 'wouter'
import { type ExperimentStep, type StepName, stepBefore } from '../../draw/runs/experiment-steps'
import { useStepKey } from './next-step'
import './stepper.css'

interface Props {
  readonly steps: readonly ExperimentStep[]
  readonly current: StepName
}

const SIGNS = { open: '', going: '…', done: '✓', doubtful: '!', bad: '✕' } as const
const BACK_KEY = 'p'
const HEARD = { open: 'open', going: 'going', done: 'done', doubtful: 'done, with a warning', bad: 'bad' } as const

export function Stepper({ steps, current }: Props) {
  const [, navigate] = useLocation()
  const before = stepBefore(steps, current)
  useStepKey(BACK_KEY, () => before !== null && navigate(before.address))
  return (
    <nav aria-label="Steps of the experiment" className="pentad-stepper">
      <ol>
        {steps.map((step, at) => (
          <li
            key={step.name}
            data-state={step.state}
            {...(step.name === current && { 'aria-current': 'step' as const })}
          >
            {step.address === null ? (
              <span className="pentad-step">
                <Words step={step} at={at} />
              </span>
            ) : (
              <Link
                href={step.address}
                className="pentad-step"
                {...(step.name === before?.name && { 'aria-keyshortcuts': BACK_KEY })}
              >
                <Words step={step} at={at} />
                {step.name === before?.name && <kbd aria-hidden>{BACK_KEY}</kbd>}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const Words = ({ step, at }: { readonly step: ExperimentStep; readonly at: number }) => (
  <>
    <span className="pentad-step-sign" aria-hidden>
      {SIGNS[step.state] || at + 1}
    </span>
    <span className="pentad-step-words">
      <strong title={step.title}>{step.title}</strong>
      <span className="pentad-hidden">, {HEARD[step.state]}: </span>
      <span className="pentad-step-note" title={step.note}>
        {step.note}
      </span>
    </span>
  </>
)
