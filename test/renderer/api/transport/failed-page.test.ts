import { describe, expect, it } from 'vitest'
import { failedPageProblem, offline } from '../../../../renderer/src/api/transport/problem'

describe('in place of a page that failed', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://localhost:1/assets/runs-page.js',
    'error loading dynamically imported module: http://localhost:1/assets/runs-page.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/runs-page.css',
  ])("a page that did not arrive is reported in our words, not in the browser's: %s", raw => {
    const { code, title, detail, remedy } = failedPageProblem(new TypeError(raw))
    expect([code, title]).toEqual(['page_not_loaded', 'This page could not be loaded'])
    expect(`${detail} ${remedy}`).not.toContain(raw)
    expect(remedy).toContain('service runs')
  })

  it('a page that threw while it was drawn has a sentence of its own, and a problem of the service stays as it is', () => {
    const { code, detail } = failedPageProblem(new TypeError('x is undefined'))
    expect(code).toBe('window_error')
    expect(detail).not.toContain('x is undefined')
    const problem = offline()
    expect(failedPageProblem(problem)).toBe(problem)
  })
})
