/** Stands in place of a page that could not be loaded or drawn, so that navigation and other pages go on. */
import { Component, type ReactNode } from 'react'
import { type ApiProblem, problemFrom } from '../api/transport/problem'
import { ProblemMessage } from './states'

interface Props {
  /** Another value tries again: the address of the page. */
  readonly page: string
  readonly children: ReactNode
}

interface State {
  readonly page: string
  readonly problem: ApiProblem | null
}

export class FailedPage extends Component<Props, State> {
  override state: State = { page: this.props.page, problem: null }

  static getDerivedStateFromError(thrown: unknown): Pick<State, 'problem'> {
    return { problem: problemFrom(thrown) }
  }

  static getDerivedStateFromProps({ page }: Props, state: State): State | null {
    return page === state.page ? null : { page, problem: null }
  }

  override render(): ReactNode {
    const { problem } = this.state
    if (problem === null) return this.props.children
    return (
      <div className="pentad-page">
        <ProblemMessage problem={problem} retry={() => location.reload()} />
      </div>
    )
  }
}
