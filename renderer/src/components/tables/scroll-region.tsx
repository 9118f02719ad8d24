/** A region that scrolls when it must, and can then be scrolled by keyboard. */
import type { ReactNode } from 'react'

interface Props {
  /** Its accessible name. */
  readonly label: string
  readonly className?: string
  /** Pixels; as high as it needs when left out. */
  readonly maxHeight?: number | undefined
  readonly children: ReactNode
}

/** Scrollable regions must be reachable by keyboard (WCAG 2.1.1), although nothing in them may take focus. */
export const REACHABLE = { tabIndex: 0 }

export const ScrollRegion = ({ label, className = '', maxHeight, children }: Props) => (
  <section className={`pentad-scroll ${className}`} aria-label={label} style={{ maxHeight }} {...REACHABLE}>
    {children}
  </section>
)
