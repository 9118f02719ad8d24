import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { servicePaths } from '../../../main/launch/service-paths.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const SERVICE = new RegExp(servicePaths())
const isService = (path: string) => SERVICE.test(path)

describe('npm run dev', () => {
  it('leaves every path of the contract to the service', () => {
    const { paths } = JSON.parse(textOf('resources/openapi.json'))
    const concrete = Object.keys(paths).map(path => path.replaceAll(/\{\w+\}/g, 'x'))
    expect(concrete.length).toBeGreaterThan(50)
    expect(concrete.filter(path => !isService(path))).toEqual([])
  })

  it.each(['/sign-in?token=x', '/openapi.json', '/sessions?x=1'])('leaves %s to the service', path => {
    expect(isService(path)).toBe(true)
  })

  it('serves every page of the window, and what vite serves of itself', () => {
    const pages = [...textOf('renderer/src/shell/page-table.tsx').matchAll(/\bpath: '(\/[^']*)'/g)].map(
      ([, path]) => path!,
    )
    expect(pages).toContain('/entropy')
    const own = [...pages, ...pages.map(page => `${page}?view=x`), '/src/main.tsx', '/@vite/client', '/entropyx']
    expect(own.filter(isService)).toEqual([])
  })
})
