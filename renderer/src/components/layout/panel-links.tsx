/**
 * Links to the panels of a page that is longer than two screens, and to long parts of a panel (`data-part` with an id), unless the
 * page lists its sections itself.
 */
import { type RefObject, useEffect, useState } from 'react'
import { type SectionLink, SectionLinks } from './section-list'

interface Props {
  readonly page: RefObject<HTMLElement | null>
  /** Whether they stand on a short page, too. */
  readonly always: boolean
}

/** A page of more screens than this has its panels listed... */
const SCREENS = 2
/** ... until it has fewer than this: links that came and went with each click would move what was clicked. */
const SCREENS_KEPT = 1.25

export function PanelLinks({ page, always }: Props) {
  const panels = usePanelsOfLongPage(page, always)
  return panels.length < 2 ? null : <SectionLinks label="Sections of the page" sections={panels} />
}

/** Read again whenever the page or its window takes another size, as panels come with their answers. */
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
  // The links themselves do not count: else a page that is just long enough would list and unlist them.
  const own = page.querySelector<HTMLElement>('.pentad-section-list')?.offsetHeight ?? 0
  return page.offsetHeight - own > (own > 0 ? SCREENS_KEPT : SCREENS) * pane.clientHeight
}

/** None of a page that has sections of its own. */
function panelsOf(page: HTMLElement): SectionLink[] {
  if (page.querySelector('.pentad-sections') !== null) return []
  return [...page.querySelectorAll<HTMLElement>('.pentad-panel[id], [data-part]')]
    .filter(part => part.dataset.part !== undefined || part.parentElement!.closest('.pentad-panel') === null)
    .map(part => ({ id: part.id, title: part.dataset.part ?? part.getAttribute('aria-label') ?? '' }))
}
