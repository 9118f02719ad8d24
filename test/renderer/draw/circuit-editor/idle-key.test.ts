import { expect, it } from 'vitest'
import { isIdleKey as isIdle, type PressedKey } from '../../../../renderer/src/draw/circuit-editor/idle-key'

const pressed = (chord: string) => {
  const key = chord.split('+').at(-1)!
  const has = (modifier: string) => chord.startsWith(`${modifier}+`)
  return { key, ctrlKey: has('Control'), metaKey: has('Meta'), altKey: has('Alt'), shiftKey: has('Shift') }
}
const isIdleKey = (press: PressedKey, meant: { readonly isAnyMeant: boolean; readonly isAnyUnderCaret: boolean }) =>
  isIdle(press, { ...meant, isGateInHand: false })
const NEED_A_GATE = ['Delete', 'Backspace', 'l', 'I', 'Shift+ArrowUp', 'Shift+ArrowDown']
const WITH_MODIFIERS = ['Alt+ArrowDown', 'Alt+ArrowLeft', 'Control+c', 'Control+x', 'Control+d', 'Meta+D']

it.each([...NEED_A_GATE, ...WITH_MODIFIERS])('%s does nothing where no gate is selected or under the caret', chord => {
  expect(isIdleKey(pressed(chord), { isAnyMeant: false, isAnyUnderCaret: false })).toBe(true)
  expect(isIdleKey(pressed(chord), { isAnyMeant: true, isAnyUnderCaret: false })).toBe(false)
})

it.each([' ', 'Enter'])('%j does nothing where no gate is under the caret, whatever is selected', key => {
  expect(isIdleKey(pressed(key), { isAnyMeant: true, isAnyUnderCaret: false })).toBe(true)
  expect(isIdleKey(pressed(key), { isAnyMeant: true, isAnyUnderCaret: true })).toBe(false)
})

it.each([
  'h',
  'c',
  'C',
  'ArrowUp',
  'Shift+ArrowLeft',
  'Home',
  'Escape',
  'Control+z',
  'Control+v',
  'Control+a',
  'Alt+x',
])('%s needs none', chord => {
  expect(isIdleKey(pressed(chord), { isAnyMeant: false, isAnyUnderCaret: false })).toBe(false)
})

it('Enter puts down the gate in hand, Space does not', () => {
  const atHand = { isAnyMeant: false, isAnyUnderCaret: false, isGateInHand: true }
  expect(isIdle(pressed('Enter'), atHand)).toBe(false)
  expect(isIdle(pressed(' '), atHand)).toBe(true)
})
