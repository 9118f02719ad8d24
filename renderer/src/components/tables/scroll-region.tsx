/** A region that scrolls when its content is too large, also by keyboard. */
import type { ReactNode } from 'react'

interface Props {
  /** Its accessible name. */
  readonly label: string
  readonly className?: string
  /** Pixels; left out: as high as its content. */
  readonly maxHeight?: number | undefined
  readonly children: ReactNode
}

/** A scrollable region must be reachable by keyboard (WCAG 2.1.1), even if nothing in it can take the focus. */
export const KEYBOARD_SCROLL = { tabIndex: 0 }

export const ScrollRegion = ({ label, className = '', maxHeight, children }: Props) => (
  <section className={`pentad-scroll ${className}`} aria-label={label} style={{ maxHeight }} {...KEYBOARD_SCROLL}>
    {children}
  </section>
)
