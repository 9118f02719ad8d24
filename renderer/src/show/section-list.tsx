/** A long page in sections: links to each stay in sight while the page scrolls, and the one that is read is marked. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import './section-list.css'

export interface PageSection {
  /** Fragment of its address. */
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

interface Props {
  /** Accessible name of the links. */
  readonly label: string
  readonly sections: readonly PageSection[]
  /** Where sections are to stand beside each other. */
  readonly className?: string
}

/** A section is read once it reaches the upper third of the page. */
const READ = '-25% 0px -70% 0px'

export function SectionList({ label, sections, className = '' }: Props) {
  const around = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(sections[0]!.id)
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const parts = ids.split(' ').map(id => document.getElementById(id)!)
    const seen = new IntersectionObserver(
      entries => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { root: around.current!.closest('main'), rootMargin: READ },
    )
    for (const part of parts) seen.observe(part)
    return () => seen.disconnect()
  }, [ids])
  useEffect(() => {
    const asked = location.hash.slice(1)
    if (asked !== '') document.getElementById(asked)?.scrollIntoView()
  }, [])
  return (
    <div ref={around} className={`pentad-sections ${className}`}>
      <nav aria-label={label} className="pentad-section-list">
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} {...(id === current && { 'aria-current': 'location' as const })}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, content }) => (
        <div key={id} id={id} tabIndex={-1} className="pentad-section">
          {content}
        </div>
      ))}
    </div>
  )
}
