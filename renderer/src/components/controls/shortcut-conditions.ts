/** Where shortcuts of the keyboard must not react. */

/** Whether any dialog is open; one that is fading out after closing does not count. */
export const isDialogOpen = (): boolean => document.querySelector('.bp6-overlay-open .bp6-dialog') !== null

/** True where keys type or select, so that shortcuts must not react. */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
