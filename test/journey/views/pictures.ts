/** Pictures of views compared with kept ones: pixels that differ by more than anti-aliasing, as a share of all. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'

/** Of all pixels. */
export const MAX_DIFFERING = 0.002

/** The page as it stands, without animations and carets, one pixel each. */
export const pictureOf = async (page: Page): Promise<PNG> =>
  PNG.sync.read(await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' }))

/** The kept picture; null where there is none. With `PENTAD_WRITE_GOLDEN` the given one is kept first. */
export function keptPicture(file: string, taken: PNG): PNG | null {
  if (process.env.PENTAD_WRITE_GOLDEN) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, PNG.sync.write(taken, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 }))
  }
  return existsSync(file) ? PNG.sync.read(readFileSync(file)) : null
}

/** 0 .. 1; pictures of other sizes differ wholly. */
export function differingShare(one: PNG, other: PNG): number {
  if (one.width !== other.width || one.height !== other.height) return 1
  return pixelmatch(one.data, other.data, null, one.width, one.height) / (one.width * one.height)
}

/** The picture moved to the right; what enters at the left is its first column. */
export function shifted(picture: PNG, by: number): PNG {
  const moved = new PNG({ width: picture.width, height: picture.height })
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) {
      const from = 4 * (y * picture.width + Math.max(0, x - by))
      picture.data.copy(moved.data, 4 * (y * picture.width + x), from, from + 4)
    }
  return moved
}
