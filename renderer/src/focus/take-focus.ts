/** As a `ref`: what a press has brought takes the focus once, comes into view from its top, and is read aloud. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}

/** Likewise, without moving what is in view already. */
export function focusInView(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}
