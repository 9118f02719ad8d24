/** Which paths the service answers while `npm run dev` serves the window: those of the contract, the sign-in link and the contract itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './install/setup.mjs'

/**
 * A pattern of the paths, for vite's proxy. A path of one segment (`/sessions`) also stands for those below it; where the contract
 * has only longer ones (`/entropy/api/…`), the segment alone (`/entropy`) is a page of the window.
 */
export function servicePaths() {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'resources', 'openapi.json'), 'utf8'))
  const known = [...Object.keys(paths), '/sign-in', '/openapi.json']
  const alone = known.filter(path => path.lastIndexOf('/') === 0).map(path => path.slice(1).replaceAll('.', '\\.'))
  const above = new Set(known.filter(path => path.lastIndexOf('/') > 0).map(path => path.split('/')[1]))
  return `^/(?:(?:${alone.join('|')})(?:[/?]|$)|(?:${[...above].join('|')})/)`
}
