/** The steps of an experiment in a row, each with its state in a word and a sign; those that can be opened are links. */
import { Link } from 'wouter'
import type { ExperimentStep, StepName } from '../draw/runs/experiment-steps'
import './stepper.css'

interface Props {
  readonly steps: readonly ExperimentStep[]
  readonly current: StepName
}

const SIGNS = { open: '', going: '…', done: '✓', doubtful: '!', bad: '✕' } as const
const HEARD = { open: 'open', going: 'going', done: 'done', doubtful: 'done, with a warning', bad: 'bad' } as const

export const Stepper = ({ steps, current }: Props) => (
  <nav aria-label="Steps of the experiment" className="pentad-stepper">
    <ol>
      {steps.map((step, at) => (
        <li key={step.name} data-state={step.state} {...(step.name === current && { 'aria-current': 'step' as const })}>
          {step.address === null ? (
            <span className="pentad-step">
              <Words step={step} at={at} />
            </span>
          ) : (
            <Link href={step.address} className="pentad-step">
              <Words step={step} at={at} />
            </Link>
          )}
        </li>
      ))}
    </ol>
  </nav>
)

const Words = ({ step, at }: { readonly step: ExperimentStep; readonly at: number }) => (
  <>
    <span className="pentad-step-sign" aria-hidden>
      {SIGNS[step.state] || at + 1}
    </span>
    <span className="pentad-step-words">
      <strong>{step.title}</strong>
      <span className="pentad-hidden">, {HEARD[step.state]}: </span>
      <span className="pentad-step-note" title={step.note}>
        {step.note}
      </span>
    </span>
  </>
)
