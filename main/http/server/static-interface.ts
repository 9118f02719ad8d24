import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'

/** Paths that answer programs: a browser that asks one of them for a page gets its problem, not the interface. */
const PROGRAMS = /^\/(api|v1|entropy|ems|session|healthz|openapi\.json)(\/|$)/

/** The built interface: files as they are, and its first page for every address that is a page of its own. */
export function serveInterface(folder: string, segment: string): Router {
  const router = Router()
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(SEGMENT, `$1${segment}$2`)
  router.use(express.static(folder, { index: false, redirect: false, acceptRanges: false, setHeaders: cacheByName }))
  router.get('/{*page}', firstPage(page))
  return router
}

/** The page learns the configured segment from this tag, as a script inside it would break the content security policy. */
const SEGMENT = /(<meta name="pentad-segment" content=")[^"]*(")/

const firstPage =
  (page: string): RequestHandler =>
  (request, response, next) => {
    if (PROGRAMS.test(request.path) || !request.headers.accept?.includes('text/html')) return next()
    response.set('Cache-Control', 'no-cache').type('html').send(page)
  }

/** The build puts a hash of the content into the names under assets. */
function cacheByName(response: { setHeader(name: string, value: string): void }, path: string): void {
  const hashed = /[\\/]assets[\\/]/.test(path)
  response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}
