/** A long page in sections: links to each stay visible while the page scrolls, and the current section is marked. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import './section-list.css'

export interface SectionLink {
  /** Fragment of the section's address. */
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
  /** Class for sections that are laid out side by side. */
  readonly className?: string
}

/** A section becomes the current one when its head is above this fraction of the pane's height. */
const READ = 0.3
/** Heads within this many pixels count as side by side. */
const SAME_LINE = 8

export function SectionList({ label, sections, className = '' }: Props) {
  useEffect(() => {
    const named = location.hash.slice(1)
    if (named !== '') document.getElementById(named)?.scrollIntoView()
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
  /** At least one; the page contains an element with each id. */
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

/** Id of the current section; the first until the page has scrolled. */
function useSectionRead(links: { readonly current: HTMLElement | null }, sections: readonly SectionLink[]): string {
  const [read, setRead] = useState('')
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const pane = links.current!.closest('main')!
    const parts = ids.split(' ').flatMap(id => document.getElementById(id) ?? [])
    const look = () => setRead(sectionRead(pane, parts))
    // A part that grows moves the ones below it without a scroll event.
    const sizes = new ResizeObserver(look)
    for (const part of parts) sizes.observe(part)
    pane.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      pane.removeEventListener('scroll', look)
    }
  }, [ids, links])
  return sections.some(({ id }) => id === read) ? read : sections[0]!.id
}

/**
 * The last section whose head has reached the upper part (`READ`) of the pane; of several side by side the one in the
 * address, else the first. At the end of the page, where a head cannot scroll higher, the one in the address if it is
 * visible.
 */
function sectionRead(pane: HTMLElement, parts: readonly HTMLElement[]): string {
  const { top, height } = pane.getBoundingClientRect()
  const topOf = (part: HTMLElement) => part.getBoundingClientRect().top - top
  const passed = parts.filter(part => topOf(part) <= READ * height)
  const atEnd = pane.scrollTop > 0 && pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 1
  const named = parts.find(({ id }) => id === location.hash.slice(1))
  if (atEnd && named && topOf(named) >= 0) return named.id
  const lowest = Math.max(...passed.map(topOf))
  const beside = passed.filter(part => topOf(part) > lowest - SAME_LINE)
  return (beside.find(part => part === named) ?? beside[0])?.id ?? ''
}
