/** Gates put in whichever order their parts come to mind, by keyboard alone too; angles typed where the gate stands. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenedDrawing, openDrawing } from '../hands'
import { accessibilityFaults, PATIENCE, program, write } from '../pages'
import { browserAddress, type Workstation } from '../workstation'

const EMPTY = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[3] q;\nbit[3] c;\n'

describe.skipIf(browserAddress === '')('someone who draws a circuit', () => {
  let station: Workstation
  let page: Page
  let drawing: Locator
  let hands: OpenedDrawing['hands']
  const keys = (...names: string[]) => hands.keys(...names)
  const gate = (name: string) =>
    page.getByRole('toolbar', { name: 'Gates' }).getByRole('button', { name: new RegExp(`^${name}`) })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

  beforeAll(async () => {
    ;({ station, page, drawing, hands } = await openDrawing())
  })
  afterAll(() => station?.close())

  /** Lets a gate of the palette go at a place of the drawing. */
  const drop = async (name: string, wire: number, moment: number) => {
    const { x, y } = (await drawing.boundingBox())!
    const [left, top] = await hands.at(wire, moment)
    await gate(name).dragTo(drawing, { targetPosition: { x: left - x, y: top - y } })
  }

  it('puts a control before its gate, after it, and beside one that has moved left', async () => {
    await write(page, EMPTY)
    await drawing.waitFor(PATIENCE)
    await drop('ctrl:', 0, 0)
    await page.getByText('control of the next gate on q[0]').waitFor(PATIENCE)
    await drop('x:', 1, 0)
    await expect.poll(() => program(page)).toBe(`${EMPTY}cx q[0], q[1];\n`)
    await write(page, EMPTY)
    await drop('h:', 0, 0)
    await drop('x:', 1, 1)
    await expect.poll(() => program(page)).toBe(`${EMPTY}h q[0];\nx q[1];\n`)
    await drop('ctrl:', 0, 1)
    await expect.poll(() => program(page)).toBe(`${EMPTY}h q[0];\ncx q[0], q[1];\n`)
    await gate('negctrl:').click()
    await page.mouse.click(...(await hands.at(2, 3)))
    await gate('y:').click()
    await page.mouse.click(...(await hands.at(1, 3)))
    await expect.poll(() => program(page)).toContain('negctrl @ y q[2], q[1];')
    await page.keyboard.press('Escape')
  })

  it('puts a gate that has no key of its own by Enter', async () => {
    await write(page, EMPTY)
    await gate('iswap:').focus()
    await keys('Enter')
    await drawing.focus()
    await keys('Home', 'ArrowDown', 'Enter', 'Escape')
    await expect.poll(() => program(page)).toContain('iswap q[1], q[2];')
  })

  it('types angles where the gate stands, as they are drawn', async () => {
    await write(page, EMPTY)
    await drawing.focus()
    await keys('Home', 'c', 'ArrowDown', 'p', 'ArrowLeft', 'Enter')
    await expect.poll(focused).toBe('Parameter 1 in place')
    await page.keyboard.type('2π/8')
    await keys('Enter')
    await expect.poll(() => program(page)).toContain('cp(2*π/8) q[0], q[1];')
    await expect.poll(focused).toMatch(/^Circuit/)
    await keys('Enter')
    await page.keyboard.type('pi//4')
    await keys('Enter')
    await page.getByRole('alert').filter({ hasText: 'would begin a comment' }).waitFor(PATIENCE)
    expect(await focused()).toBe('Parameter 1 in place')
    expect(await accessibilityFaults(page)).toEqual([])
    await keys('Escape')
    await expect.poll(focused).toMatch(/^Circuit/)
    await expect.poll(() => program(page), PATIENCE).toContain('cp(2*π/8) q[0], q[1];')
    await page.mouse.dblclick(...(await hands.at(1, 0)))
    await expect.poll(focused).toBe('Parameter 1 in place')
    await page.keyboard.type('0.5')
    await page.mouse.click(...(await hands.at(2, 2)))
    await expect.poll(() => program(page)).toContain('cp(0.5) q[0], q[1];')
    await keys('Escape')
  })

  it('hears of an edit where the caret is now, and nothing of the reading and the moment', async () => {
    await write(page, `${EMPTY}h q[0];\n`)
    await page.getByRole('row', { name: /\|001⟩/ }).waitFor(PATIENCE)
    // An output is a status as well.
    const spoken = () => page.locator('main').locator('[role="status"], output').allTextContents()
    const before = await spoken()
    await drawing.focus()
    await keys('Home', 'h')
    await expect.poll(() => program(page)).toContain('h q[0];\nh q[0];')
    const said = (await spoken()).filter(text => !before.includes(text))
    expect(said).toEqual([expect.stringMatching(/^q\[\d\], moment 2/)])
  })

  it('goes along the palette by arrows, which Tab leaves at once', async () => {
    await gate('h:').focus()
    await keys('ArrowRight', 'ArrowRight')
    expect(await focused()).toMatch(/^y:/)
    await keys('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENCE).toBe('Matrix…')
    await keys('Shift+Tab')
    expect(await focused()).toMatch(/^y:/)
    await keys('Home', 'ArrowLeft')
    expect(await focused()).toMatch(/^negctrl:/)
  })

  it('finds the focus where it was after a gate is made, deleted, saved and a template refused', async () => {
    await write(page, EMPTY)
    await drawing.focus()
    await keys('Home', 'h', 't', 'Control+a')
    await page.getByLabel('New gate').fill('ht')
    await keys('Enter')
    await expect.poll(() => program(page)).toContain('ht q[0];')
    await expect.poll(focused).toMatch(/^Circuit/)
    await keys('Control+s')
    await expect.poll(focused).toBe('Name to save by')
    await page.keyboard.type('kept')
    await keys('Enter')
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await expect.poll(focused).toMatch(/^Circuit/)
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expect.poll(() => program(page)).not.toContain('ht q[0];')
    await expect.poll(focused).toMatch(/^Circuit/)
    await page.getByLabel('Template', { exact: true }).focus()
    await page.keyboard.type('Tele')
    await page.getByRole('dialog').waitFor(PATIENCE)
    await keys('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
  })

  it('opens a loop by Enter, and goes back by a button whose place the drawing takes', async () => {
    await write(page, `${EMPTY}for uint i in [0:1] { cx q[i], q[i + 1]; }\n`)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(1)
    await drawing.focus()
    await keys('Home', 'Enter')
    await page.getByText('iteration 1 of 2').waitFor(PATIENCE)
    await expect
      .poll(
        () => page.getByRole('navigation', { name: 'Breadcrumb' }).locator('[aria-current]').textContent(),
        PATIENCE,
      )
      .toContain('iteration 1 of 2')
    await page.getByRole('button', { name: 'Circuit', exact: true }).press('Enter')
    await page.getByText('iteration 1 of 2').waitFor({ ...PATIENCE, state: 'detached' })
    await expect.poll(focused).toMatch(/^Circuit/)
  })

  it('does nothing to a gate whose fields have not come yet', async () => {
    const two = `${EMPTY}h q[0];\nx q[0];\n`
    await write(page, two)
    await drawing.focus()
    await keys('Home', 'ArrowUp', 'ArrowUp', 'Enter')
    const statement = page.getByRole('group', { name: 'Selected' }).getByRole('code')
    await expect.poll(() => statement.textContent(), PATIENCE).toBe('h q[0];')
    await page.evaluate(async () => {
      const drawn = document.querySelector('.circuits-drawing')!
      const remove = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')!
      for (const key of ['ArrowRight', 'Enter']) {
        drawn.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        // What is selected is known by then; its fields are drawn with the next task.
        for (const _ of [1, 2, 3]) await null
      }
      remove.click()
    })
    await expect.poll(() => statement.textContent(), PATIENCE).toBe('x q[0];')
    await expect.poll(() => program(page), PATIENCE).toBe(two)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => program(page)).toBe(`${EMPTY}h q[0];\n`)
  })

  it('keeps the drawing in place on a phone while gates are selected in it', async () => {
    const wide = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    await write(page, EMPTY + Array.from({ length: 40 }, (_, at) => `x q[${at % 3}];\n`).join(''))
    await drawing.focus()
    await drawing.evaluate(element => element.scrollIntoView({ block: 'center' }))
    const place = () => drawing.evaluate(element => element.getBoundingClientRect().top)
    const before = await place()
    await page.mouse.click(...(await hands.at(1, 0)))
    await expect.poll(() => page.locator('.cm-pentad-marked').allTextContents(), PATIENCE).toEqual(['x q[1];'])
    expect(await place()).toBeCloseTo(before, 0)
    await page.setViewportSize(wide)
  })

  it('reads why a long text is not edited in the drawing', async () => {
    await write(page, `${EMPTY}h q[0]; // ${'and on '.repeat(50_000)}\n`)
    await page.getByText('The text has 350,', { exact: false }).waitFor(PATIENCE)
    await keys('Control+z')
    await drawing.waitFor(PATIENCE)
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
