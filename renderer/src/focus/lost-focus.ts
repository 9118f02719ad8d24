/** The section of a long page that an element stands in (`SectionList`); null on a page without. */
export const sectionOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('.pentad-section') ?? null

/** Where the focus goes when what had it is gone: to the section that it was in, brought into view, else to the heading of the page. */
export function focusAfter(section: HTMLElement | null, page: Document = document): void {
  if (section?.isConnected) {
    section.focus({ preventScroll: true })
    section.scrollIntoView({ block: 'nearest' })
  } else page.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/**
 * Leads the focus on when what had it goes away, as the button that aborts a batch does once nothing is left to abort: from the body,
 * Tab would begin at the top of the window again. What gives the focus a place of its own within two frames, as a dialog that closes,
 * comes first.
 */
export function keepFocusInPage(page: Document): void {
  let last: EventTarget | null = null
  let section: HTMLElement | null = null
  const isLost = () => last instanceof Element && !last.isConnected && page.activeElement === page.body
  const lead = () => {
    if (isLost()) focusAfter(section, page)
  }
  page.addEventListener('focusin', ({ target }) => {
    last = target
    section = sectionOf(target as Element)
  })
  // A press beside everything leaves what had the focus where it is: that is no loss, even if it goes later.
  page.addEventListener('mousedown', () => {
    if (page.activeElement === page.body) last = null
  })
  page.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return
    queueMicrotask(() => {
      if (last === target && (target as Element).isConnected) last = null
    })
  })
  new MutationObserver(() => {
    if (isLost()) requestAnimationFrame(() => requestAnimationFrame(lead))
  }).observe(page.body, { childList: true, subtree: true })
}
