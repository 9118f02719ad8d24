/**
 * Hides the focus outline from a pointer press until the next key. Only the focused element is marked: a class on the
 * root, as set by Blueprint's FocusStyleManager, makes the browser compute the style of every element again.
 */
const MARK = 'data-focused-by-pointer'

/** Installs the listeners, for the life of the page. */
export function hideFocusOfPointer(page: Document): void {
  let isByPointer = false
  let marked: Element | null = null
  const mark = (focused: EventTarget | null) => {
    marked?.removeAttribute(MARK)
    marked = isByPointer && focused instanceof Element && focused !== page.body ? focused : null
    marked?.setAttribute(MARK, '')
  }
  const follow = (type: 'mousedown' | 'keydown', isPointer: boolean) =>
    page.addEventListener(
      type,
      () => {
        if (isByPointer === isPointer) return
        isByPointer = isPointer
        mark(page.activeElement)
      },
      { capture: true },
    )
  follow('mousedown', true)
  // Any key, not only Tab: `n` moves the focus too.
  follow('keydown', false)
  page.addEventListener('focusin', ({ target }) => mark(target), { capture: true })
}
