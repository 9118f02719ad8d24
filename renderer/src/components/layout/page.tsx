/** The frame of every page: one h1, a line about it, and its actions. After navigation the heading gets the focus. */
import { type ReactNode, useEffect, useRef } from 'react'
import { PanelLinks } from './panel-links'

interface PageProps {
  readonly title: string
  /** One line under the title. */
  readonly about?: ReactNode
  /** Tags beside the title: SimulatedTag, StatusTag. */
  readonly tags?: ReactNode
  /** Buttons at the right. */
  readonly actions?: ReactNode
  /** Above the sections: the steps of an experiment. */
  readonly steps?: ReactNode
  /**
   * `always` shows links to the panels on a short page too, as links that appear while the page grows would move the
   * content under the pointer.
   */
  readonly panelLinks?: 'always' | 'where long'
  readonly children: ReactNode
}

export function PageLayout({ title, about, tags, actions, steps, panelLinks, children }: PageProps) {
  const page = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Pentad`
  }, [title])
  useEffect(() => {
    // On the first page the focus stays at the top, where the skip link is.
    if (document.documentElement.dataset.navigated === 'yes') heading.current?.focus({ preventScroll: true })
    document.documentElement.dataset.navigated = 'yes'
    heading.current?.closest('main')?.scrollTo(0, 0)
  }, [])
  return (
    <div ref={page} className="pentad-page">
      <header className="pentad-page-head">
        <div className="pentad-page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {tags}
        </div>
        {about !== undefined && <p className="pentad-about">{about}</p>}
        {actions !== undefined && <div className="pentad-page-actions">{actions}</div>}
      </header>
      {steps}
      <PanelLinks page={page} always={panelLinks === 'always'} />
      {children}
    </div>
  )
}

interface PagePanelProps {
  readonly title: string
  readonly tags?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** Fragment id of a panel: its title without digits, which may change. */
const idOf = (title: string): string =>
  `part-${title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')}`

/** A titled panel of a page. */
export function Panel({ title, tags, actions, className = '', children }: PagePanelProps) {
  return (
    <section id={idOf(title)} className={`pentad-panel ${className}`} aria-label={title}>
      <header className="pentad-panel-head">
        <h2>{title}</h2>
        {tags}
        {actions !== undefined && <div className="pentad-panel-actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
