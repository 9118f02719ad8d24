/** The section of a long page (`SectionList`) that contains the element; null on a page without sections. */
export const sectionOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('.pentad-section') ?? null

/**
 * Moves the focus after its element was removed: to the section that contained it, scrolled into view, else to the
 * page's heading.
 */
export function focusAfter(section: HTMLElement | null, page: Document = document): void {
  if (section?.isConnected) {
    section.focus({ preventScroll: true })
    section.scrollIntoView({ block: 'nearest' })
  } else page.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/**
 * Moves the focus when its element is removed, for example the button that aborts a batch once nothing is left to
 * abort: from the body, Tab would start at the top of the window again. Code that moves the focus itself within two
 * frames, such as a closing dialog, takes precedence.
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
  // A press on the background takes the focus from its element deliberately, so a later removal of that element is no
  // loss.
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
