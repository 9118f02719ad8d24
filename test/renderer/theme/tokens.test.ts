import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INKS, type Scheme } from '../../../renderer/src/draw/charts/colours'

const source = resolve(import.meta.dirname, '../../../renderer/src')
const tokens = readFileSync(join(source, 'theme/tokens.css'), 'utf8')
const [light = '', dark = ''] = tokens.split(':root[data-scheme="dark"]')
const sheets: Record<Scheme, string> = { light, dark }

const token = (scheme: Scheme, name: string) =>
  new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(sheets[scheme])?.[1] ?? `no --${name}`

const INK_NAMES = ['ink', 'quiet', 'line', 'accent', 'ok', 'warn', 'bad', 'simulated'] as const

describe('the colours of the style sheets', () => {
  it.each(['light', 'dark'] as const)('are those of canvas and SVG in %s', scheme => {
    for (const name of INK_NAMES) expect(token(scheme, name), name).toBe(INKS[scheme][name])
    // Drawings stand on panels.
    expect(token(scheme, 'surface')).toBe(INKS[scheme].ground)
  })

  it('stand in tokens.css alone', () => {
    const styles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.css'))
    expect(styles.length).toBeGreaterThan(10)
    const coloured = styles.filter(file => /#[0-9a-f]{3,8}\b/i.test(readFileSync(join(source, file), 'utf8')))
    expect(coloured).toEqual([join('theme', 'tokens.css')])
  })
})

describe('what is drawn and spaced', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const textOf = (file: string) => readFileSync(join(source, file), 'utf8')

  it('takes its colours from draw/charts/colours.ts', () => {
    const scripts = files.filter(file => /\.tsx?$/.test(file))
    const coloured = scripts.filter(file => /'#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})'/i.test(textOf(file)))
    expect(coloured).toEqual([join('draw', 'charts', 'colours.ts')])
  })

  it('takes its spacing from the steps of tokens.css', () => {
    const raw = files
      .filter(file => file.endsWith('.css') && file !== join('theme', 'tokens.css'))
      .flatMap(file =>
        [...textOf(file).matchAll(/^\s*((?:margin|padding|gap|row-gap|column-gap)[a-z-]*:[^;]*?\d+px[^;]*);/gm)].map(
          ([, rule]) => `${file}: ${rule}`,
        ),
      )
    expect(raw).toEqual([])
  })
})
