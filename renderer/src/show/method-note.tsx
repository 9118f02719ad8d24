/** How something was computed or measured, folded away behind an i until it is opened. */
import { InfoSign } from '@blueprintjs/icons'
import type { ReactNode } from 'react'

interface Props {
  /** Ends the summary "How to read …": `the fits`, `this figure`. */
  readonly about: string
  readonly children: ReactNode
}

export const MethodNote = ({ about, children }: Props) => (
  <details className="pentad-method">
    <summary>
      <InfoSign aria-hidden /> How to read {about}
    </summary>
    <p className="pentad-quiet">{children}</p>
  </details>
)
