/** The states of fetched data: loading, empty, failed. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import type { ReactElement, ReactNode } from 'react'
import type { Fault } from '../../../../main/contract/model/errors'
import type { ApiProblem } from '../../api/transport/problem'
import type { Fetched } from '../../api/use-fetch'
import { detailBeforeFaults, faultInWords } from '../../draw/circuits/fault-place'
import { remedyInWindow } from '../../draw/format/remedy'
import { CopyButton } from '../controls/copy-download'

/** Shows that something is loading, to screen readers too. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div className="pentad-loading" role="status">
      <Spinner size={20} aria-hidden />
      <span>Loading {what}…</span>
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  /** An icon of @blueprintjs/icons. */
  readonly icon?: ReactElement
  readonly action?: ReactElement
}

/** Shows that there is nothing yet, and how to change that. */
export function Empty({ title, children, icon, action }: EmptyProps) {
  return (
    <div className="pentad-empty">
      {icon && <span className="pentad-empty-icon">{icon}</span>}
      <p className="pentad-empty-title">{title}</p>
      {children !== undefined && <div className="pentad-quiet">{children}</div>}
      {action}
    </div>
  )
}

/** A circuit of a thousand wrong gates has a thousand faults; the first few show the problem. */
const SHOWN_FAULTS = 8

interface ProblemProps {
  readonly problem: ApiProblem
  readonly retry?: () => void
  /** Whether the faults belong to a submit; they are then shown with their place in words. */
  readonly ofSubmit?: boolean
}

/** A failure as the service describes it: title, detail, faults, remedy, code and request id. */
export function ProblemMessage({ problem, retry, ofSubmit = false }: ProblemProps) {
  const detail = ofSubmit ? detailBeforeFaults(problem) : problem.detail
  const remedy = remedyInWindow(problem)
  return (
    <Callout intent="danger" className="pentad-problem" role="alert">
      <h3>{problem.title}</h3>
      {detail !== '' && <p>{detail}</p>}
      {problem.faults.length > 0 && (
        <ul>
          {problem.faults.slice(0, SHOWN_FAULTS).map(fault => (
            <li key={`${fault.pointer} ${fault.line} ${fault.message}`}>
              {ofSubmit ? faultInWords(fault) : <PointedFault fault={fault} />}
            </li>
          ))}
          {problem.faults.length > SHOWN_FAULTS && <li>and {problem.faults.length - SHOWN_FAULTS} more</li>}
        </ul>
      )}
      {remedy !== '' && (
        <p>
          <strong>What to do:</strong> <WithCommands text={remedy} />
        </p>
      )}
      <div className="pentad-problem-foot">
        {retry && <Button icon={<Refresh />} text="Try again" size="small" onClick={retry} />}
        <span>
          error code <code>{problem.code}</code>
        </span>
        {problem.request_id !== null && <RequestNumber id={problem.request_id} />}
      </div>
    </Callout>
  )
}

/** Text in which commands are marked by backticks. */
const WithCommands = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>))

/** The id under which the service's log has the failure. */
const RequestNumber = ({ id }: { readonly id: string }) => (
  <span>
    request number <code>{id}</code>{' '}
    <CopyButton text={id} label="Copy the request number" iconOnly size="small" variant="minimal" />
  </span>
)

const PointedFault = ({ fault: { pointer, message } }: { readonly fault: Fault }) => (
  <>
    <code>{pointer}</code> {message}
  </>
)

interface AnswerProps<T> {
  readonly of: Fetched<T>
  /** What is loaded, e.g. "the backends". */
  readonly what: string
  readonly children: (data: T) => ReactNode
}

/** Shows the reply or its state. A failed update appears above the earlier data, which stays. */
export function Answer<T>({ of, what, children }: AnswerProps<T>) {
  if (of.data === undefined) {
    return of.error === null ? <Loading what={what} /> : <ProblemMessage problem={of.error} retry={of.reload} />
  }
  return (
    <>
      {of.error !== null && <ProblemMessage problem={of.error} retry={of.reload} />}
      {children(of.data)}
    </>
  )
}
