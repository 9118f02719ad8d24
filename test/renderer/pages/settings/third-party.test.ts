import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { THIRD_PARTY } from '../../../../renderer/src/pages/settings/third-party'

const modules = join(import.meta.dirname, '../../../../node_modules')

it.each(THIRD_PARTY)('%s is under %s, as its package says', (name, licence) => {
  expect(JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).license).toBe(licence)
})
