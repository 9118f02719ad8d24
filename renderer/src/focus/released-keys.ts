/**
 * Makes Enter and the space bar act only where they were pressed. Blueprint's buttons click on release, so a button
 * that gets the focus while the key is held, such as the one beside a field that Enter has closed, would be clicked
 * without being pressed.
 */
export function keepReleasesWithPresses(page: Document): void {
  const pressedAt = new Map<string, EventTarget | null>()
  page.addEventListener(
    'keydown',
    // A held key repeats on whichever element has the focus by then.
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
