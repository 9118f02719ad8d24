/** Gates put in whichever order their parts come to mind, by keyboard alone too; angles typed where the gate stands. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handsOn } from '../hands'
import { accessibilityFaults, PATIENCE, program, signIn, visit, write } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

const EMPTY = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[3] q;\nbit[3] c;\n'

describe.skipIf(browserAddress === '')('someone who draws a circuit', () => {
  let station: Workstation
  let page: Page
  let drawing: Locator
  let hands: ReturnType<typeof handsOn>
  const keys = (...names: string[]) => hands.keys(...names)
  const gate = (name: string) =>
    page.getByRole('toolbar', { name: 'Gates' }).getByRole('button', { name: new RegExp(`^${name}`) })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

  beforeAll(async () => {
    station = await openWorkstation()
    page = station.page
    hands = handsOn(page)
    await signIn(page, station.signInUrl())
    await visit(page, '/circuits')
    drawing = page.getByRole('application', { name: /^Circuit/ })
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
    expect(await program(page)).toContain('cp(2*π/8) q[0], q[1];')
    await page.mouse.dblclick(...(await hands.at(1, 0)))
    await expect.poll(focused).toBe('Parameter 1 in place')
    await page.keyboard.type('0.5')
    await page.mouse.click(...(await hands.at(2, 2)))
    await expect.poll(() => program(page)).toContain('cp(0.5) q[0], q[1];')
    await keys('Escape')
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
