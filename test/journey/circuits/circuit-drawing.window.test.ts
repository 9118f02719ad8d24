/** The drawing under the hand in the window: what is larger than the view is scrolled to, and a drag that is given up changes nothing. */
import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenedDrawing, openDrawing, ROW, STEP } from '../hands'
import { PATIENCE, panel, program, write } from '../pages'
import { browserAddress, type Workstation } from '../workstation'

const [WIRES, GATES] = [50, 2_000]
const HEAD = `OPENQASM 3.0;\ninclude "stdgates.inc";\n`
const LARGE = `${HEAD}qubit[${WIRES}] q;\n${Array.from({ length: GATES }, (_, at) => `h q[${(at * 7) % WIRES}];\n`).join('')}`
const SMALL = `${HEAD}qubit[3] q;\nbit b;\nh q[0];\nx q[0];\nwhile (b == 0) { y q[0]; b = measure q[0]; }\n`
const CALLS = `${HEAD}gate pair a, b { h a; cx a, b; }\nqubit[3] q;\npair q[0], q[1];\npair q[1], q[2];\n`

describe.skipIf(browserAddress === '')('someone who edits a drawing', () => {
  let station: Workstation
  let page: Page
  let drawing: Locator
  let hands: OpenedDrawing['hands']

  beforeAll(async () => {
    ;({ station, page, drawing, hands } = await openDrawing())
  })
  afterAll(() => station?.close())

  /** Whether the whole of the caret is to be seen: in the view, beside the names and ends of the wires, and in the window. */
  const isCaretSeen = () =>
    page.evaluate(() => {
      const caret = document.querySelector('.circuits-caret')!.getBoundingClientRect()
      const view = document.querySelector('.circuits-grid')!.getBoundingClientRect()
      const names = document.querySelector('.circuits-grid .pentad-circuit-names')!.getBoundingClientRect()
      const ends = document.querySelector('.circuits-grid .circuits-readout')?.getBoundingClientRect()
      return (
        caret.left >= names.right - 1 &&
        caret.right <= (ends?.left ?? view.right) + 1 &&
        caret.top >= Math.max(view.top, 0) - 1 &&
        caret.bottom <= Math.min(view.bottom, innerHeight) + 1
      )
    })

  it('sees the caret wherever the keys bring it in a circuit larger than the view', async () => {
    await write(page, LARGE)
    const status = page.locator('.circuits-at-caret')
    await page.getByText(`${WIRES} qubits, ${GATES.toLocaleString('en')} steps`).waitFor(PATIENCE)
    await drawing.focus()
    const goes = async (key: string, times: number, to: string) => {
      for (let press = 0; press < times; press++) await page.keyboard.press(key)
      await expect.poll(() => status.textContent(), PATIENCE).toContain(to)
      await expect.poll(isCaretSeen, PATIENCE).toBe(true)
    }
    await goes('Home', 1, 'q[0], moment 1:')
    await goes('ArrowRight', 11, 'q[0], moment 12:')
    await goes('ArrowDown', 11, 'q[11], moment 12:')
    await goes('End', 1, 'q[11], moment 41: empty')
    await goes('x', 3, 'q[11], moment 44: empty')
    await goes('ArrowUp', 11, 'q[0], moment 44: empty')
    await goes('ArrowLeft', 11, 'q[0], moment 33: h q[0]')
    await goes('Home', 1, 'q[0], moment 1:')
    await page.locator('.circuits-grid').evaluate(view => view.scrollTo(900, 400))
    await goes('ArrowRight', 1, 'q[0], moment 2:')
  })

  it('saves all of that circuit as a picture, and says where it is too large for one', async () => {
    const menu = page.getByRole('menu', { name: 'Picture of the drawing' })
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Picture', exact: true }).click()
      await menu.getByRole('menuitem', { name, exact: true }).click()
      // It hands the focus back as it goes.
      await menu.waitFor({ ...PATIENCE, state: 'detached' })
    }
    const picture = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), choose(name)])
      return { file: download.suggestedFilename(), content: await buffer(await download.createReadStream()) }
    }
    const svg = await picture('SVG')
    expect(svg.file).toBe('circuit.svg')
    const drawn = svg.content.toString('utf8')
    expect(drawn.match(/>H<\/text>/g)).toHaveLength(GATES)
    for (const wire of [0, WIRES - 1]) expect(drawn).toContain(`>q[${wire}]</text>`)
    expect(drawn).toContain('@font-face{font-family:Arimo')
    const { file, content } = await picture('PNG, 150 dpi')
    expect(file).toBe('circuit-150dpi.png')
    const { width, height } = PNG.sync.read(content)
    expect([width, height]).toEqual(
      ['width', 'height'].map(side =>
        Math.round((Number(new RegExp(`${side}="([0-9.]+)pt"`).exec(drawn)![1]) * 150) / 72),
      ),
    )
    await choose('PNG, 600 dpi')
    await page.getByRole('alert').filter({ hasText: 'take fewer dpi, or SVG' }).waitFor(PATIENCE)
  })

  it('scrolls while a gate is held at a side of the view, and puts it down beyond what was in view', async () => {
    const others = 'h q[0];\n'.repeat(40)
    const [first, last] = [`${HEAD}qubit[1] q;\nx q[0];\n${others}`, `${HEAD}qubit[1] q;\n${others}x q[0];\n`]
    await write(page, first)
    await page.getByText('1 qubit, 41 steps').waitFor(PATIENCE)
    const view = page.locator('.circuits-grid')
    const left = () =>
      view.evaluate(({ scrollWidth, clientWidth, scrollLeft }) => scrollWidth - clientWidth - scrollLeft)
    await view.evaluate(grid => grid.scrollTo(0, 0))
    await page.mouse.move(...(await hands.at(0, 0)))
    const { x, width } = (await view.boundingBox())!
    const [, y] = await hands.at(0, 0)
    await page.mouse.down()
    await page.mouse.move(x + width - 12, y, { steps: 3 })
    await expect.poll(left, PATIENCE).toBeLessThan(1)
    await page.mouse.up()
    await expect.poll(() => program(page), PATIENCE).toBe(last)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
  })

  it('scrolls while a finger holds a gate of the palette at a side of the view, and puts it down there', async () => {
    const circuit = `${HEAD}qubit[1] q;\n${'h q[0];\n'.repeat(40)}`
    await write(page, circuit)
    await page.getByText('1 qubit, 40 steps').waitFor(PATIENCE)
    const view = page.locator('.circuits-grid')
    await view.evaluate(grid => grid.scrollTo(0, 0))
    const touch = await hands.finger()
    const gate = (await page.getByRole('button', { name: /^sdg:/ }).boundingBox())!
    const { x, width } = (await view.boundingBox())!
    const [onWire, y] = await hands.at(0, 2)
    await touch('touchStart', [gate.x + gate.width / 2, gate.y + gate.height / 2])
    await touch('touchMove', [gate.x + gate.width / 2, gate.y + 60])
    await touch('touchMove', [onWire, y])
    await touch('touchMove', [x + width - 12, y])
    await expect
      .poll(() => view.evaluate(grid => grid.scrollWidth - grid.clientWidth - grid.scrollLeft), PATIENCE)
      .toBeLessThan(1)
    await touch('touchEnd')
    await expect.poll(() => program(page), PATIENCE).toBe(`${circuit}sdg q[0];\n`)
  })

  it('sees the last drawing while the text cannot be drawn, and the drawing again once it is mended', async () => {
    await write(page, '{ "num_qubits": 1, "instructions": [{ "name": "h", "qubits": [0] }] }')
    await panel(page, 'Text').getByRole('status').filter({ hasText: 'JSON' }).waitFor(PATIENCE)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(1)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('x')
    await page.getByText('This is the drawing of the last text without faults').waitFor(PATIENCE)
    await panel(page, 'Diagram')
      .getByRole('img', { name: /^Circuit/ })
      .waitFor(PATIENCE)
    await page.keyboard.press('Backspace')
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(1)
  })

  it('puts gate after gate at one place of the screen, as the next column comes into view, and names the bits', async () => {
    const view = page.locator('.circuits-grid')
    const { x, width } = (await view.boundingBox())!
    const ends = await view.evaluate(grid => Number.parseFloat(getComputedStyle(grid).scrollPaddingRight))
    const left = x + (await view.locator('.pentad-circuit-names').boundingBox())!.width + STEP / 2
    const [, y] = await hands.at(0, 0)
    const before = Math.floor((x + width - ends - left - STEP / 2) / STEP)
    const text = `${HEAD}qubit[1] q;\nbit[2] c;\n${'h q[0];\n'.repeat(before)}`
    await write(page, text)
    await page.getByText(`1 qubit, ${before} steps`).waitFor(PATIENCE)
    await view.evaluate(grid => grid.scrollTo(0, 0))
    let put = text
    for (const gate of ['x', 'y', 'z']) {
      await page.getByRole('button', { name: new RegExp(`^${gate}:`) }).click()
      await page.mouse.click(left + before * STEP, y)
      // Were the view where it was, each would stand before the one before it.
      put += `${gate} q[0];\n`
      await expect.poll(() => program(page), PATIENCE).toBe(put)
    }
    await drawing.focus()
    await hands.keys('Escape')
    await page.getByRole('button', { name: 'Bits…' }).click()
    const register = page.getByLabel('Register c')
    await register.fill('out')
    await register.press('Enter')
    await expect.poll(() => program(page), PATIENCE).toContain('bit[2] out;')
    await page.getByLabel('New register').fill('more')
    await hands.keys('Enter')
    await expect.poll(() => program(page), PATIENCE).toContain('bit[2] out;\nbit[1] more;')
    await hands.keys('Escape')
    for (const _ of [1, 2, 3, 4, 5]) await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => program(page), PATIENCE).toBe(text)
  })

  it('gives a drag up by Escape or a second finger: nothing is changed by letting go', async () => {
    await write(page, SMALL)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(3)
    const mark = drawing.locator('.circuits-ghost, .circuits-frame')
    await page.mouse.move(...(await hands.at(0, 0)))
    await page.mouse.down()
    await page.mouse.move(...(await hands.at(2, 0)), { steps: 3 })
    await mark.waitFor(PATIENCE)
    await hands.keys('Escape')
    await mark.waitFor({ ...PATIENCE, state: 'detached' })
    await page.mouse.move(...(await hands.at(1, 0)))
    await page.mouse.up()
    await expect.poll(() => program(page)).toBe(SMALL)

    const touch = await hands.finger()
    const begin = async () => {
      await touch('touchStart', await hands.at(0, 0))
      await touch('touchMove', await hands.at(2, 0))
      await mark.waitFor(PATIENCE)
    }
    const end = async () => {
      await mark.waitFor({ ...PATIENCE, state: 'detached' })
      await touch('touchEnd')
      await expect.poll(() => program(page)).toBe(SMALL)
    }
    await begin()
    await hands.keys('Escape')
    await end()
    await begin()
    await touch('touchStart', await hands.at(2, 0), await hands.at(1, 2))
    await end()

    const { x, y, width, height } = (await page.getByRole('button', { name: /^sdg:/ }).boundingBox())!
    await touch('touchStart', [x + width / 2, y + height / 2])
    await touch('touchMove', [x + width / 2, y + ROW])
    await page.locator('.circuits-touch-drag').waitFor(PATIENCE)
    await hands.keys('Escape')
    await page.locator('.circuits-touch-drag').waitFor({ ...PATIENCE, state: 'detached' })
    await touch('touchMove', await hands.at(1, 0))
    await touch('touchEnd')
    await expect.poll(() => program(page)).toBe(SMALL)
  })

  it('puts an error in hand away by Escape, as a gate', async () => {
    const held = page.getByRole('button', { pressed: true, name: /^(X error|x:)/ })
    for (const name of [/^X error/, /^x:/]) {
      await page.getByRole('button', { name }).click()
      await held.waitFor(PATIENCE)
      await drawing.focus()
      await page.keyboard.press('Escape')
      await held.waitFor({ ...PATIENCE, state: 'detached' })
    }
  })

  it('moves and duplicates the gate under the caret where none is selected', async () => {
    await write(page, SMALL)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(3)
    await drawing.focus()
    await hands.keys('Escape', 'Home', 'ArrowUp', 'ArrowUp', 'Control+d')
    await expect.poll(() => program(page)).toBe(SMALL.replace('h q[0];', 'h q[0];\nh q[0];'))
    await hands.keys('Control+z', 'Escape', 'Home', 'Shift+ArrowDown', 'Alt+ArrowDown')
    await expect.poll(() => program(page)).toBe(SMALL.replace('h q[0]', 'h q[2]'))
    await hands.keys('Control+z', 'Control+z', 'Escape')
    await expect.poll(() => program(page)).toBe(SMALL)
  })

  it('puts a gate into a loop by a key, says how often that runs, and makes a gate of a matrix', async () => {
    await page.mouse.click(...(await hands.at(0, 0)))
    await drawing.focus()
    await hands.keys('l')
    await expect.poll(() => program(page)).toContain('for uint i in [0:1] {\n  h q[0];\n}')
    await page.getByLabel('Runs as').fill('for uint i in [0:3]')
    await hands.keys('Enter')
    await expect.poll(() => program(page)).toContain('for uint i in [0:3] {')
    await page.getByRole('button', { name: 'Matrix…' }).click()
    await page.getByLabel('Name of the gate').fill('mine')
    await page.getByRole('button', { name: 'Make the gate' }).click()
    await page.getByRole('dialog').waitFor({ ...PATIENCE, state: 'detached' })
    await page.mouse.click(...(await hands.at(2, 0)))
    await expect.poll(() => program(page)).toMatch(/gate mine q0 \{ U\(pi\/2, 0, pi\) q0; \}.*mine q\[2\];/s)
    await drawing.focus()
    await hands.keys('Escape')
    for (const _ of [1, 2, 3, 4]) await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => program(page)).toBe(SMALL)
  })

  it('opens a call of a gate, and edits the body for every call', async () => {
    await write(page, CALLS)
    await page.mouse.dblclick(...(await hands.at(0, 0)))
    await page.locator('.bp6-breadcrumbs').getByText('pair').first().waitFor(PATIENCE)
    await drawing.focus()
    await hands.keys('End', 's')
    await expect.poll(() => program(page)).toMatch(/gate pair a, b \{ h a; cx a, b; s [ab]; \}/)
    await hands.keys('Control+z')
    await expect.poll(() => program(page)).toBe(CALLS)
  })

  it('extends a loop by the previous gate and removes it again with the buttons of the selection', async () => {
    await write(page, SMALL)
    await expect.poll(() => drawing.locator('[data-step]').count(), PATIENCE).toBe(3)
    await page.mouse.click(...(await hands.at(0, 2)))
    const inside = SMALL.replace('x q[0];\nwhile (b == 0) { y', 'while (b == 0) { x q[0]; y')
    await page.getByRole('button', { name: 'Extend by the previous gate' }).click()
    await expect.poll(() => program(page), PATIENCE).toBe(inside)
    await page.getByRole('button', { name: 'Remove the first gate from it' }).click()
    await expect.poll(() => program(page), PATIENCE).toBe(SMALL)
    await page.getByRole('button', { name: 'Remove the first gate from it' }).click()
    await expect.poll(() => program(page), PATIENCE).toContain('y q[0];\nwhile (b == 0) { b = measure q[0]; }')
    for (const _ of [1, 2, 3]) await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => program(page)).toBe(SMALL)
    expect(station.complaints).toEqual([])
  })
})
