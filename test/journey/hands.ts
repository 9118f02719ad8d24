/** Keys, mouse and finger on the drawing of a circuit. */
import type { Locator, Page } from 'playwright-core'
import { signIn, visit } from './pages'
import { openWorkstation, type Workstation } from './workstation'

/** Superposes a qubit, and entangles the others with it in a loop. */
export const LADDER = `OPENQASM 3.0;
include "stdgates.inc";
qubit[3] q;
bit[3] c;
h q[0]; // superpose
for uint i in [0:1] { cx q[i], q[i + 1]; }
c = measure q;
`

/** Pixels of a cell. */
export const [STEP, ROW] = [60, 52]
export type Place = readonly [x: number, y: number]

function handsOn(page: Page) {
  const drawing = page.getByRole('application', { name: /^Circuit/ })
  return {
    keys: async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name)
    },
    /** The middle of a cell. */
    at: async (wire: number, moment: number): Promise<Place> => {
      const { x, y } = (await drawing.boundingBox())!
      return [x + (moment + 0.5) * STEP, y + (wire + 0.5) * ROW]
    },
    drag: async (from: Place, to: Place) => {
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(...to, { steps: 3 })
      await page.mouse.up()
    },
    finger: async () => {
      const cdp = await page.context().newCDPSession(page)
      return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: Place[]) =>
        cdp.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y]) => ({ x, y })) })
    },
  }
}

export interface OpenedDrawing {
  readonly station: Workstation
  readonly page: Page
  readonly drawing: Locator
  readonly hands: ReturnType<typeof handsOn>
}

/** A workstation that is signed in, with the circuits page open. */
export async function openDrawing(): Promise<OpenedDrawing> {
  const station = await openWorkstation()
  const { page } = station
  await signIn(page, station.signInUrl())
  await visit(page, '/circuits')
  return { station, page, drawing: page.getByRole('application', { name: /^Circuit/ }), hands: handsOn(page) }
}
