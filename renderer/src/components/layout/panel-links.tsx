/**
 * Links to the panels of a page longer than two screens, and to long parts of a panel (`data-part` with an id), unless
 * the page has a list of sections itself.
 */
import { type RefObject, useEffect, useState } from 'react'
import { type SectionLink, SectionLinks } from './section-list'

interface Props {
  readonly page: RefObject<HTMLElement | null>
  /** Whether a short page gets links too. */
  readonly always: boolean
}

/** Length in screens from which a page gets links. */
const SCREENS = 2
/**
 * Length in screens below which it loses them: links that come and go with each click would move the content under the
 * pointer.
 */
const SCREENS_KEPT = 1.25

export function PanelLinks({ page, always }: Props) {
  const panels = usePanelsOfLongPage(page, always)
  return panels.length < 2 ? null : <SectionLinks label="Sections of the page" sections={panels} />
}

/** The panels, read again whenever the page or its window changes size, as panels appear when their data arrives. */
function usePanelsOfLongPage(page: Props['page'], always: boolean): readonly SectionLink[] {
  const [panels, setPanels] = useState<readonly SectionLink[]>([])
  useEffect(() => {
    const shown = page.current!
    const pane = shown.closest('main')
    const read = () => {
      const found = always || isLong(shown, pane ?? shown) ? panelsOf(shown) : []
      setPanels(before => (JSON.stringify(found) === JSON.stringify(before) ? before : found))
    }
    const sizes = new ResizeObserver(read)
    sizes.observe(shown)
    if (pane) sizes.observe(pane)
    return () => sizes.disconnect()
  }, [page, always])
  return panels
}

function isLong(page: HTMLElement, pane: HTMLElement): boolean {
  // Without the height of the links, or a page near the limit would gain and lose them again and again.
  const own = page.querySelector<HTMLElement>('.pentad-section-list')?.offsetHeight ?? 0
  return page.offsetHeight - own > (own > 0 ? SCREENS_KEPT : SCREENS) * pane.clientHeight
}

/** Panels and long parts; empty for a page with its own list of sections. */
function panelsOf(page: HTMLElement): SectionLink[] {
  if (page.querySelector('.pentad-sections') !== null) return []
  return [...page.querySelectorAll<HTMLElement>('.pentad-panel[id], [data-part]')]
    .filter(part => part.dataset.part !== undefined || part.parentElement!.closest('.pentad-panel') === null)
    .map(part => ({ id: part.id, title: part.dataset.part ?? part.getAttribute('aria-label') ?? '' }))
}
