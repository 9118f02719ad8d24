/** Two runs whose replies a journey decides, marked in the list and compared. */
import { expect } from 'vitest'
import { heading, PATIENCE } from '../pages'
import type { Workstation } from '../workstation'
import { answer, recordLike, runLike } from './fake-runs'

export const FIRST = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'
export const SECOND = '7c9d2f11-6c1d-4a70-8a0e-5b9f0c4d8e21'

export async function openComparison(
  { page, url }: Workstation,
  second: Parameters<typeof recordLike>[1],
): Promise<void> {
  const runs = [FIRST, SECOND].map(run_id => runLike({ run_id, name: `run ${run_id[0]}` }))
  await page.route(/\/v1\/runs(\?|$)/, route => route.fulfill({ json: { items: runs, next_cursor: null } }))
  await answer(page, `runs/${FIRST}/record`, recordLike(FIRST))
  await answer(page, `runs/${SECOND}/record`, recordLike(SECOND, second))
  await page.goto(`${url}/runs`)
  const compare = page.getByRole('button', { name: /^Compare/ })
  for (const name of ['run 0', 'run 7']) {
    await expect.poll(() => compare.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: `Mark run ${name} for comparison` }).press('Space')
  }
  await page.getByRole('button', { name: 'Compare 2 runs' }).click(PATIENCE)
  await heading(page, 'Side by side')
}
