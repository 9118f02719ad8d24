/** A region that scrolls when it must, and can then be scrolled by keyboard. */
import type { ReactNode } from 'react'
import './tables.css'

interface Props {
  /** Its accessible name. */
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

export const ScrollRegion = ({ label, className = '', children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the arrow keys could not scroll it (WCAG 2.1.1)
  <section className={`pentad-scroll ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
