/** The circuit editor in the window: gates put, moved, changed and taken away by keys and mouse, with undo over a reload. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LADDER, type OpenedDrawing, openDrawing, type Place, ROW } from '../hands'
import { accessibilityFaults, PATIENCE, panel, program, text, write } from '../pages'
import { browserAddress, type Workstation } from '../workstation'

describe.skipIf(browserAddress === '')('someone who draws a circuit', () => {
  let station: Workstation
  let page: Page
  let drawing: Locator
  let hands: OpenedDrawing['hands']
  const keys = (...names: string[]) => hands.keys(...names)
  const at = (wire: number, moment: number) => hands.at(wire, moment)
  const drag = (from: Place, to: Place) => hands.drag(from, to)

  beforeAll(async () => {
    ;({ station, page, drawing, hands } = await openDrawing())
  })
  afterAll(() => station?.close())

  it('puts gates by keys, with controls, and announces where the caret is', async () => {
    await write(page, LADDER)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(3)
    await drawing.focus()
    await keys('ArrowDown', 'ArrowDown', 'x')
    await expect.poll(() => program(page)).toBe(LADDER.replace('for uint', 'x q[2];\nfor uint'))
    await keys('Home', 'c', 'ArrowUp', 'z')
    await expect.poll(() => program(page)).toContain('cz q[2], q[1];\n')
    await page.getByRole('status').filter({ hasText: 'q[1], moment 2' }).waitFor(PATIENCE)
    await keys('Control+z', 'Home', 'c', 'ArrowDown', 'y')
    await expect.poll(() => program(page)).toContain('cy q[1], q[2];\n')
    await keys('Control+z', 'Control+z')
    await expect.poll(() => program(page)).toBe(LADDER)
    // What a copy has put down is selected, so that it is copied at once.
    await keys('ArrowUp', 'ArrowUp', 'ArrowUp', 'Home', 'Space', 'Control+d', 'Control+d')
    await expect.poll(() => program(page)).toBe(LADDER.replace('for uint', 'h q[0];\nh q[0];\nfor uint'))
    await keys('Delete')
    await expect.poll(() => program(page)).toBe(LADDER.replace('for uint', 'h q[0];\nfor uint'))
    await keys('Control+z', 'Control+z', 'Control+z')
    await expect.poll(() => program(page)).toBe(LADDER)
  })

  it('drags a gate to another wire and out of the drawing', async () => {
    await drag(await at(0, 0), await at(2, 0))
    await expect.poll(() => program(page)).toBe(LADDER.replace('h q[0]', 'h q[2]'))
    const [x, y] = await at(2, 0)
    await drag([x, y], [x, y - 3 * ROW - 60])
    await expect.poll(() => program(page)).toBe(LADDER.replace('h q[0]; // superpose', '// superpose'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => program(page)).toBe(LADDER)
  })

  it('puts a gate from the palette by click, and types its angle', async () => {
    await page.getByRole('button', { name: /^ry:/ }).click()
    await page.mouse.click(...(await at(1, 0)))
    await page.getByRole('button', { name: /^ry:/ }).click()
    await page.mouse.click(...(await at(1, 0)))
    await page.getByLabel('Parameter 1').fill('pi / 7')
    await keys('Enter')
    await expect.poll(() => program(page)).toContain('ry(pi / 7) q[1];')
    await page.getByLabel('Parameter 1').fill('nonsense')
    await keys('Enter')
    await page.getByRole('alert').filter({ hasText: 'nonsense' }).waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => program(page)).toBe(LADDER)
  })

  it('draws a gate over its wires, puts it under a control, and declares the input that an angle names', async () => {
    await page.getByRole('button', { name: /^crz:/ }).click()
    await drag(await at(2, 0), await at(0, 0))
    await expect.poll(() => program(page)).toContain('crz(pi/2) q[2], q[0];')
    await keys('Escape')
    await page.getByLabel('Parameter 1').fill('turn')
    await keys('Enter')
    await page.getByRole('button', { name: 'Declare turn as input' }).click()
    await expect.poll(() => program(page)).toContain('input float turn;')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^ctrl:/ }).click()
    await page.mouse.click(...(await at(1, 0)))
    await expect.poll(() => program(page)).toContain('ctrl @ ctrl @ rz(pi/2) q[2], q[1], q[0];')
    await keys('Escape')
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => program(page)).toBe(LADDER)
  })

  it('opens a loop, edits its body for all iterations, and unrolls it', async () => {
    await page.mouse.dblclick(...(await at(0, 1)))
    await page.getByText('iteration 1 of 2').waitFor(PATIENCE)
    await drawing.focus()
    await keys('End', 't')
    await expect.poll(() => program(page)).toContain('cx q[i], q[i + 1]; t q[')
    await keys('Control+z', 'Escape')
    await page.mouse.click(...(await at(0, 1)))
    await page.getByRole('button', { name: 'Unroll' }).click()
    await expect.poll(() => program(page)).toContain('cx q[0], q[0 + 1];\ncx q[1], q[1 + 1];')
  })

  it('shows the state at a moment, and follows one branch of a measurement', async () => {
    const state = panel(page, 'State')
    await state.getByRole('row', { name: /\|111⟩/ }).waitFor(PATIENCE)
    await state.getByRole('slider', { name: /Moment/ }).press('Home')
    await keys('ArrowRight')
    await state.getByRole('tab', { name: 'Bloch vectors' }).click()
    await state.getByRole('row', { name: /^q\[0\] 1 0 0 1/ }).waitFor(PATIENCE)
    const ends = page.locator('.circuits-readout text')
    await expect.poll(() => ends.allTextContents()).toEqual(['50 %', '0 %', '0 %'])
    await state.getByRole('checkbox', { name: 'On the wires' }).press('Space')
    await expect.poll(() => ends.count()).toBe(0)
    await state.getByRole('checkbox', { name: 'On the wires' }).press('Space')
    await state.getByRole('slider', { name: /Moment/ }).press('End')
    await state.getByText('A mixture of 2 branches').waitFor(PATIENCE)
    await state.getByRole('radio', { name: '1: 50 %' }).first().click()
    await state.getByText('probability of 50 %').waitFor(PATIENCE)
    await state.getByRole('row', { name: /^q\[2\] 0 0 −1 1/ }).waitFor(PATIENCE)
    await state.getByRole('radio', { name: 'all' }).first().click()
  })

  it('puts an error on a wire by keys, sees what it flips, and switches it off', async () => {
    await drawing.focus()
    await keys('ArrowUp', 'ArrowUp', 'ArrowUp', 'Home', 'ArrowRight', 'Alt+x')
    const errors = panel(page, 'Pauli errors')
    await errors.getByText('Flips 3 measurements into c[0], c[1], c[2]').waitFor(PATIENCE)
    await errors.getByText('X on q[0] before moment 2').click()
    await errors.getByText('No measurement is flipped').waitFor(PATIENCE)
    expect(await accessibilityFaults(page)).toEqual([])
    await errors.getByRole('button', { name: 'Remove all errors' }).click()
  })

  it('edits the list of steps by keys, and wires and conditions by choices', async () => {
    await write(page, LADDER)
    await page.getByRole('radio', { name: 'List' }).click()
    const list = page.getByRole('listbox', { name: 'Steps of the circuit' })
    await list.focus()
    await keys('Home', 'Enter')
    await page.getByLabel('Qubit 1', { exact: true }).selectOption('q[2]')
    await page.getByLabel('Condition', { exact: true }).selectOption('if c[1] is 1')
    await expect.poll(() => program(page)).toContain('if (c[1] == 1) h q[2];')
    await page.getByLabel('Condition', { exact: true }).selectOption('if c[0] is 0')
    await expect.poll(() => program(page)).toContain('if (c[0] == 0) h q[2];')
    await page.getByLabel('Condition', { exact: true }).selectOption('always')
    await expect.poll(() => program(page)).toContain('\nh q[2];')
    await page.getByLabel('Qubit 1', { exact: true }).focus()
    await keys('ArrowUp')
    await expect.poll(() => program(page)).toContain('\nh q[1];')
    await keys('ArrowUp', 'End')
    await expect.poll(() => program(page)).toContain('\nh q[2];')
    await page.getByLabel('Condition', { exact: true }).focus()
    // A browser finds the choice by the letters that come at once.
    await page.keyboard.type('if c[1] is 0')
    await expect.poll(() => program(page)).toContain('if (c[1] == 0) h q[2];')
    await page.getByLabel('Condition', { exact: true }).selectOption('always')
    await list.focus()
    await keys('Home', 'Delete')
    await expect.poll(() => program(page)).not.toContain('h q[2];')
    await page.getByRole('radio', { name: 'Drawing' }).click()
  })

  it('marks the statement of what is selected, and the gate that the cursor stands on; both are one history', async () => {
    await write(page, LADDER)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(3)
    await page.mouse.click(...(await at(0, 0)))
    await expect.poll(() => page.locator('.cm-pentad-marked').allTextContents(), PATIENCE).toEqual(['h q[0];'])
    await text(page).focus()
    await keys('Control+End', 'ArrowUp')
    await expect
      .poll(() => drawing.locator('[data-pointed] title').allTextContents(), PATIENCE)
      .toEqual(['c = measure q;'])
    await page.keyboard.type('sd')
    await page.getByRole('option', { name: /^sdg / }).click()
    await page.keyboard.type(' q[1')
    await expect.poll(() => program(page)).toContain('sdg q[1')
    // The first closes the list of completions; the second lets Tab leave the text, for two seconds.
    const focused = () => page.evaluate(() => document.activeElement?.className)
    await expect.poll(() => keys('Escape', 'Escape', 'Tab').then(focused)).not.toContain('circuits-pane')
    const undone = async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      return await program(page)
    }
    await expect.poll(undone, PATIENCE).toBe(LADDER)
    // The unfinished statement stands in the browser's own log as a 400.
    station.complaints.length = 0
  })

  it('has every gate and every command within a window of 390 pixels', async () => {
    const wide = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    // Each as far to the left and right as it reaches, and whether it is large enough for a finger.
    const beyond = (within: Locator) =>
      within.locator('button, [role="option"]').evaluateAll(parts =>
        parts.flatMap(part => {
          const { left, right, width, height } = part.getBoundingClientRect()
          return left >= 0 && right <= 390 && Math.min(width, height) >= 24
            ? []
            : [`${part.textContent} ${left} ${right}`]
        }),
      )
    const palette = page.getByRole('toolbar', { name: 'Gates' })
    await expect.poll(() => palette.locator('button').count(), PATIENCE).toBeGreaterThan(10)
    await expect.poll(() => beyond(palette), PATIENCE).toEqual([])
    await page.keyboard.press('Control+k')
    const commands = page.locator('.bp6-omnibar')
    await expect.poll(() => commands.getByRole('option').count(), PATIENCE).toBeGreaterThan(5)
    await expect.poll(() => beyond(commands), PATIENCE).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.keyboard.press('Escape')
    await commands.waitFor({ state: 'hidden' })
    await page.setViewportSize(wide)
  })

  it('finds text and undo again after a reload', async () => {
    await drawing.focus()
    await keys('Home', 'z')
    await expect.poll(() => program(page)).toContain('z q[')
    const before = await program(page)
    await page.reload()
    await expect.poll(() => program(page), PATIENCE).toBe(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => program(page)).toBe(LADDER)
    expect(station.complaints).toEqual([])
  })
})
