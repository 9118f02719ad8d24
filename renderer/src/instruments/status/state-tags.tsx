/** Tags for an instrument's state and safe-state outcome, and its problems. */
import { Tag } from '@blueprintjs/core'
import type { InstrumentProblem, InstrumentSummary } from '../../../../main/contract/instruments/instrument'
import type { SafeStateReply } from '../../../../main/contract/instruments/limits'
import '../instrument-parts.css'

type Intent = 'none' | 'primary' | 'success' | 'warning' | 'danger'

const STATES: Record<InstrumentSummary['state'], Intent> = {
  ready: 'success',
  connecting: 'primary',
  absent: 'warning',
  lost: 'danger',
}

/** A word in a coloured tag. */
export const WordTag = ({ word, intent }: { readonly word: string; readonly intent: Intent }) => (
  <Tag minimal intent={intent} className="pentad-tag">
    {word.replaceAll('_', ' ')}
  </Tag>
)

export const InstrumentStateTag = ({ state }: Pick<InstrumentSummary, 'state'>) => (
  <WordTag word={state} intent={STATES[state]} />
)

const OUTCOMES: Record<SafeStateReply['items'][number]['outcome'], Intent> = {
  safe: 'success',
  held: 'none',
  unreachable: 'danger',
}

export const OutcomeTag = ({ outcome }: Pick<SafeStateReply['items'][number], 'outcome'>) => (
  <WordTag word={outcome} intent={OUTCOMES[outcome]} />
)

/** A problem and its remedy. */
export const ProblemText = ({ problem }: { readonly problem: InstrumentProblem }) => (
  <span className="machine-problem">
    {problem.message}. <strong>What to do:</strong> {problem.remedy}. <code>{problem.fault}</code>
  </span>
)

/** Problems as a list; nothing without problems. */
export const ProblemList = ({ of }: { readonly of: readonly InstrumentProblem[] }) =>
  of.length > 0 && (
    <ul className="pentad-list" aria-label="Problems">
      {of.map(problem => (
        <li key={`${problem.fault} ${problem.message}`}>
          <ProblemText problem={problem} />
        </li>
      ))}
    </ul>
  )
