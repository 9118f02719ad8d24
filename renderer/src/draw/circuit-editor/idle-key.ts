/** Keys of the drawing that need a gate to act on. */

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

interface AtHand {
  /** Whether a gate is selected, or under the caret. */
  readonly isAnyMeant: boolean
  readonly isAnyUnderCaret: boolean
  /** Whether a gate of the palette is in hand, which Enter puts down. */
  readonly isGateInHand: boolean
}

/** Whether the key does nothing for want of a gate. */
export function isIdleKey(press: PressedKey, { isAnyMeant, isAnyUnderCaret, isGateInHand }: AtHand): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  if (ctrlKey || metaKey) return !isAnyMeant && ['c', 'x', 'd'].includes(key.toLowerCase())
  if (altKey) return !isAnyMeant && key.startsWith('Arrow')
  if (key === 'Enter') return !isAnyUnderCaret && !isGateInHand
  if (key === ' ') return !isAnyUnderCaret
  const needsGate = ['Delete', 'Backspace', 'l', 'I'].includes(key)
  return !isAnyMeant && (needsGate || (shiftKey && (key === 'ArrowUp' || key === 'ArrowDown')))
}
