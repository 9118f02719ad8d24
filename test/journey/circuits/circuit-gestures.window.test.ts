/** Circuits edited by finger, by the ends of barriers and the edges of loops; bits that are free, and the help. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LADDER, type OpenedDrawing, openDrawing, type Place, STEP } from '../hands'
import { accessibilityFaults, PATIENCE, panel, program, write } from '../pages'
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

  it('takes taps and drags of a finger', async () => {
    await write(page, LADDER)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(3)
    const touch = await hands.finger()
    await page.getByRole('button', { name: /^y:/ }).click()
    await touch('touchStart', await at(2, 0))
    await touch('touchEnd')
    await expect.poll(() => program(page), PATIENCE).toContain('y q[2];')
    await page.getByRole('button', { name: /^y:/ }).click()
    await touch('touchStart', await at(0, 0))
    await touch('touchMove', await at(1, 0))
    await touch('touchEnd')
    await expect.poll(() => program(page), PATIENCE).toContain('h q[1];')
    const { x, y, width, height } = (await page.getByRole('button', { name: /^sdg:/ }).boundingBox())!
    await touch('touchStart', [x + width / 2, y + height / 2])
    await touch('touchMove', [x + width / 2, y + 60])
    await touch('touchMove', await at(2, 1))
    await touch('touchEnd')
    await expect.poll(() => program(page), PATIENCE).toContain('sdg q[2];')
    await drawing.focus()
    await keys('Escape')
  })

  it('resizes a barrier by its ends, by mouse and keys, each one step of undo', async () => {
    await write(page, LADDER.replace('c = ', 'barrier q[0], q[1];\nc = '))
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(4)
    await drag(await at(1, 2), await at(2, 2))
    await expect.poll(() => program(page)).toContain('barrier q[0], q[1], q[2];')
    await drawing.focus()
    await keys('Alt+Shift+ArrowDown')
    await expect.poll(() => program(page)).toContain('barrier q[1], q[2];')
    await keys('Control+z')
    await expect.poll(() => program(page)).toContain('barrier q[0], q[1], q[2];')
    await keys('Control+z')
    await expect.poll(() => program(page)).toContain('barrier q[0], q[1];')
    await page.mouse.click(...(await at(0, 0)))
    await keys('Alt+ArrowDown', 'Escape')
    await expect.poll(() => program(page)).toContain('h q[1]; // superpose')
    await keys('Control+z')
  })

  it('drags the edge of a loop over its neighbours and back, by mouse and finger, each one step of undo', async () => {
    const looped = `${LADDER.split('for')[0]!}bit b;\nwhile (b == 0) { x q[0]; b = measure q[0]; }\nz q[0];\ny q[0];\n`
    await write(page, looped)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(4)
    await expect.poll(() => drawing.locator('.circuits-box-text').innerHTML()).toMatch(/while.*b==0/)
    const edge = async (): Promise<Place> => {
      const box = (await drawing.locator('.circuits-box').boundingBox())!
      return [box.x + box.width - 4, box.y + box.height / 2]
    }
    const [x, y] = await edge()
    await drag([x, y], [x + 2 * STEP, y])
    const wide = looped.replace(' }\nz q[0];\ny q[0];', ' z q[0]; y q[0]; }')
    await expect.poll(() => program(page), PATIENCE).toBe(wide)
    await drag([x, y], [x - STEP, y])
    await expect.poll(() => program(page), PATIENCE).toBe(wide.replace(' y q[0]; }', ' }\ny q[0];'))
    await drawing.focus()
    await keys('Control+z', 'Control+z')
    await expect.poll(() => program(page)).toBe(looped)
    const touch = await hands.finger()
    const [right, middle] = await edge()
    await touch('touchStart', [right - 6, middle])
    await touch('touchMove', [right + STEP, middle])
    await touch('touchEnd')
    await expect.poll(() => program(page), PATIENCE).toBe(looped.replace(' }\nz q[0];', ' z q[0]; }'))
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => program(page)).toBe(looped)
  })

  it('measures into bits that are free, and leaves errors with their program', async () => {
    await write(page, `${LADDER.split('for')[0]!}c[2] = measure q[2];\n`)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(2)
    await drawing.focus()
    await keys('Home', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'End', 'm', 'm', 'm')
    const measured = [2, 0, 1, 3].map(bit => `c[${bit}] = measure q[2];\n`).join('')
    await expect.poll(() => program(page)).toBe(LADDER.split('for')[0]!.replace('\nbit[3]', '\nbit[4]') + measured)
    await keys('Home', 'Alt+x')
    const errors = panel(page, 'Pauli errors')
    await errors.waitFor(PATIENCE)
    for (const name of ['New', 'Replace it']) await page.getByRole('button', { name, exact: true }).click()
    await errors.waitFor({ state: 'detached', ...PATIENCE })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await errors.waitFor(PATIENCE)
    await errors.getByRole('button', { name: 'Remove all errors' }).click()
  })

  it('is told how many conditions an error flips beyond those that are listed, and sees all of them', async () => {
    const measured = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[3] q;\nbit[1] c;\nc[0] = measure q[0];\n'
    await write(page, measured + 'if (c[0] == 1) z q[1];\n'.repeat(12))
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(13)
    await drawing.focus()
    await keys('ArrowUp', 'ArrowUp', 'Home', 'Alt+x')
    const errors = panel(page, 'Pauli errors')
    const flipped = errors.getByText('runs where it would not, or the reverse')
    await expect.poll(() => flipped.count(), PATIENCE).toBe(8)
    await errors.getByRole('button', { name: 'Show 4 more of the flipped conditions' }).press('Enter')
    await expect.poll(() => flipped.count(), PATIENCE).toBe(12)
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('circuits-flipped-conditions')
    await errors.getByRole('button', { name: 'Show 8 only of the flipped conditions' }).press('Enter')
    await expect.poll(() => flipped.count(), PATIENCE).toBe(8)
    await errors.getByRole('button', { name: 'Remove all errors' }).click()
  })

  it('holds no outcome of a circuit that another has taken the place of', async () => {
    const measured = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nbit[2] c;\nh q;\nc = measure q;\n'
    const state = panel(page, 'State')
    await write(page, measured)
    await state.getByText('A mixture of 4 branches').waitFor(PATIENCE)
    await state.getByRole('radio', { name: '1: 50 %' }).first().click()
    await state.getByText('probability of 50 %').waitFor(PATIENCE)
    await write(page, measured.replace('h q;', 'h q; // anew'))
    await state.getByText('A mixture of 4 branches').waitFor(PATIENCE)
  })

  it('reads how circuits are edited', async () => {
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    const help = page.getByRole('dialog', { name: 'Editing circuits' })
    await help
      .getByRole('row', { name: /^sdg|^S / })
      .first()
      .waitFor(PATIENCE)
    await help.getByRole('row', { name: /^JSON/ }).waitFor(PATIENCE)
    expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([])
    await keys('Escape')
    await help.waitFor({ ...PATIENCE, state: 'detached' })
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
