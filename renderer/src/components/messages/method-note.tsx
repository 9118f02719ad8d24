/** How something was computed or measured, folded behind an info sign. */
import { InfoSign } from '@blueprintjs/icons'
import type { ReactNode } from 'react'

interface Props {
  /** Ends the summary "How to read …": `the fits`, `this figure`. */
  readonly about: string
  readonly children?: ReactNode
  /** Used instead of children for a long text. */
  readonly paragraphs?: readonly ReactNode[]
}

export const MethodNote = ({ about, children, paragraphs = [children] }: Props) => (
  <details className="pentad-method">
    <summary>
      <InfoSign aria-hidden /> How to read {about}
    </summary>
    {paragraphs.map((paragraph, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
      <p key={at} className="pentad-quiet">
        {paragraph}
      </p>
    ))}
  </details>
)
