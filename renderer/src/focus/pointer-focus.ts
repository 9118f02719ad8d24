/**
 * Hides the outline of what has the focus from a press of the pointer until the next key. The mark stands on that element alone: a class
 * of the root, as Blueprint's FocusStyleManager sets it, has the style of every element of the page computed again.
 */
const MARK = 'data-focused-by-pointer'

/** For as long as the page lives. */
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
  // Any key, not Tab alone: `n` moves the focus too.
  follow('keydown', false)
  page.addEventListener('focusin', ({ target }) => mark(target), { capture: true })
}
