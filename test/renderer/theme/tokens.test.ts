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
