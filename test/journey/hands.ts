/** Keys, mouse and finger on the drawing of a circuit. */
import type { Page } from 'playwright-core'

/** Pixels of a cell. */
export const [STEP, ROW] = [60, 52]
export type Place = readonly [x: number, y: number]

export function handsOn(page: Page) {
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
