/**
 * Paths that the service answers while `npm run dev` serves the window: those of the API, the sign-in link, and
 * openapi.json.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './install/setup.mjs'

/**
 * A regular expression of the paths, for vite's proxy. A path of one segment (`/sessions`) includes those below it;
 * where the API has only longer paths (`/entropy/api/…`), the first segment alone (`/entropy`) is a page of the window.
 */
export function servicePaths() {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'resources', 'openapi.json'), 'utf8'))
  const known = [...Object.keys(paths), '/sign-in', '/openapi.json']
  const alone = known.filter(path => path.lastIndexOf('/') === 0).map(path => path.slice(1).replaceAll('.', '\\.'))
  const above = new Set(known.filter(path => path.lastIndexOf('/') > 0).map(path => path.split('/')[1]))
  return `^/(?:(?:${alone.join('|')})(?:[/?]|$)|(?:${[...above].join('|')})/)`
}
