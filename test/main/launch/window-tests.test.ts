import { describe, expect, it } from 'vitest'
import { windowTests } from '../../../main/launch/testing/window-tests.mjs'

const JOBS = 'renderer/src/pages/jobs/jobs-page.tsx'
const RUNS = 'renderer/src/pages/runs/runs-page.tsx'
const TEXTS: Readonly<Record<string, string>> = {
  'test/journey/jobs/jobs.window.test.ts': "visit(page, '/jobs')\nvisit(page, '/jobs/1')",
  'test/journey/jobs/sweeps.window.test.ts': "visit(page, '/jobs')",
  'test/journey/runs/runs.window.test.ts': "visit(page, '/runs')",
  'test/journey/experiment.browser.test.ts': "visit(page, '/')",
  'test/journey/views/aria.window.test.ts': "visit(page, '/jobs')",
}
/** Files of the window, by what imports them. */
const IMPORTERS = {
  [JOBS]: [],
  [RUNS]: [],
  'renderer/src/pages/backends/page.tsx': [],
  'renderer/src/draw/sweep.ts': [JOBS],
  'renderer/src/draw/table.ts': [JOBS, RUNS, 'renderer/src/pages/backends/page.tsx'],
}
const importers = new Map<string, string[]>([
  ...Object.entries(IMPORTERS),
  ...Object.keys(TEXTS).map((file): [string, string[]] => [file, []]),
])

const found = (...changed: string[]) => windowTests(changed, { importers, textOf: file => TEXTS[file] ?? '' })

describe('the journeys of a change', () => {
  it('open the page that a changed source is part of, the one that does so most first', () => {
    expect(found(JOBS, 'renderer/src/pages/jobs/jobs.css').journeys).toEqual([
      'test/journey/jobs/jobs.window.test.ts',
      'test/journey/jobs/sweeps.window.test.ts',
    ])
    expect(found('renderer/src/pages/dashboard/last.tsx').journeys).toEqual(['test/journey/experiment.browser.test.ts'])
  })

  it('are those of the pages that use a changed source', () => {
    expect(found('renderer/src/draw/sweep.ts')).toEqual({ journeys: found(JOBS).journeys, everyPage: false })
  })

  it('are all of them where many pages use it', () => {
    expect(found('renderer/src/draw/table.ts')).toEqual({ journeys: [], everyPage: true })
  })

  it('are none for what is not in the window', () => {
    expect(found('main/service.ts', 'README.md')).toEqual({ journeys: [], everyPage: false })
  })
})
