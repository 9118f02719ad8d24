/** A long page in sections: links to each stay in sight while the page scrolls, and the one that is read is marked. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import './section-list.css'

export interface SectionLink {
  /** Fragment of its address. */
  readonly id: string
  readonly title: string
}

export interface PageSection extends SectionLink {
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
  useEffect(() => {
    const asked = location.hash.slice(1)
    if (asked !== '') document.getElementById(asked)?.scrollIntoView()
  }, [])
  return (
    <div className={`pentad-sections ${className}`}>
      <SectionLinks label={label} sections={sections} />
      {sections.map(({ id, content }) => (
        <div key={id} id={id} tabIndex={-1} className="pentad-section">
          {content}
        </div>
      ))}
    </div>
  )
}

interface LinksProps {
  readonly label: string
  /** At least one; parts of the page with these ids are there. */
  readonly sections: readonly SectionLink[]
}

export function SectionLinks({ label, sections }: LinksProps) {
  const links = useRef<HTMLElement>(null)
  const current = useSectionRead(links, sections)
  return (
    <nav ref={links} aria-label={label} className="pentad-section-list">
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
  )
}

/** The section that is read; the first until the page has scrolled. */
function useSectionRead(links: { readonly current: HTMLElement | null }, sections: readonly SectionLink[]): string {
  const [read, setRead] = useState('')
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const parts = ids.split(' ').flatMap(id => document.getElementById(id) ?? [])
    const seen = new IntersectionObserver(
      entries => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setRead(entered.target.id)
      },
      { root: links.current!.closest('main'), rootMargin: READ },
    )
    for (const part of parts) seen.observe(part)
    return () => seen.disconnect()
  }, [ids, links])
  return sections.some(({ id }) => id === read) ? read : sections[0]!.id
}
