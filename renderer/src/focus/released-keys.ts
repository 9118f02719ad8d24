/**
 * A key acts where it was pressed. Blueprint's buttons are clicked when Enter or the space bar is released: one that gets the focus while
 * the key is held, as the button beside a field that Enter has closed, would be clicked without a press of its own.
 */
export function keepReleasesWithPresses(page: Document): void {
  const pressedAt = new Map<string, EventTarget | null>()
  page.addEventListener(
    'keydown',
    // A held key repeats on whatever has the focus by then.
    ({ key, target, repeat }) => void (repeat || pressedAt.set(key, target)),
    { capture: true },
  )
  page.addEventListener(
    'keyup',
    event => {
      const { key, target } = event
      if ((key === 'Enter' || key === ' ') && pressedAt.get(key) !== target) event.stopPropagation()
      pressedAt.delete(key)
    },
    { capture: true },
  )
}
