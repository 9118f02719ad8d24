/** Shown in place of a page that could not be loaded or rendered, so that navigation and other pages still work. */
import { Component, type ReactNode } from 'react'
import { ApiProblem, failedPageProblem } from '../../api/transport/problem'
import { RawText } from '../tables/sheet'
import { ProblemMessage } from './answer'

interface Props {
  /** The page's address; a change clears the failure and renders the page again. */
  readonly page: string
  readonly children: ReactNode
}

interface PageFailure {
  readonly page: string
  /** The thrown value; null while the page renders. */
  readonly failure: { readonly thrown: unknown } | null
}

export class FailedPage extends Component<Props, PageFailure> {
  override state: PageFailure = { page: this.props.page, failure: null }

  static getDerivedStateFromError(thrown: unknown): Pick<PageFailure, 'failure'> {
    return { failure: { thrown } }
  }

  static getDerivedStateFromProps({ page }: Props, state: PageFailure): PageFailure | null {
    return page === state.page ? null : { page, failure: null }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children
    const { thrown } = failure
    return (
      <div className="pentad-page pentad-failed-page">
        <ProblemMessage problem={failedPageProblem(thrown)} retry={() => location.reload()} />
        {!(thrown instanceof ApiProblem) && (
          <details>
            <summary>What the browser says</summary>
            <RawText label="What the browser says" text={String(thrown)} />
          </details>
        )}
      </div>
    )
  }
}
