/** Pages for a browser: the built interface and the sign-in link. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Sessions } from '../../account/sessions'
import { AppError } from '../../contract/model/errors'
import { sessionCookie } from '../request/caller'

/**
 * Paths for programs: a browser that opens a missing one gets a problem, not the interface. `/entropy` itself is a
 * page.
 */
const PROGRAMS = /^\/((api|v1|ems|beacon\/2\.0|sessions?|healthz|openapi\.json)(\/|$)|entropy\/)/

/**
 * Serves the built interface: its files, and index.html for every address that is a page. index.html is read at each
 * request, as it names the other files, which change when Pentad is built again under a running service.
 */
export function serveInterface(folder: string, segment: string): Router {
  const router = Router()
  const page = () => readFileSync(join(folder, 'index.html'), 'utf8').replace(SEGMENT, `$1${segment}$2`)
  page()
  router.use(express.static(folder, { index: false, redirect: false, acceptRanges: false, setHeaders: cacheByName }))
  router.get('/{*page}', firstPage(page))
  return router
}

/** Tag that passes the configured segment to the page; an inline script would break the content security policy. */
const SEGMENT = /(<meta name="pentad-segment" content=")[^"]*(")/

const firstPage =
  (page: () => string): RequestHandler =>
  (request, response, next) => {
    if (PROGRAMS.test(request.path) || !request.headers.accept?.includes('text/html')) return next()
    response.set('Cache-Control', 'no-cache').type('html').send(page())
  }

/** The build puts a content hash into the names under assets, so that those files can be cached forever. */
function cacheByName(response: { setHeader(name: string, value: string): void }, path: string): void {
  const hashed = /[\\/]assets[\\/]/.test(path)
  response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/**
 * GET /sign-in?token=…, the one-time link: exchanges the token for a session cookie and redirects to the interface.
 * HEAD and prefetch requests do not use the token up.
 */
export const signInLink =
  (sessions: Sessions): RequestHandler =>
  (request, response) => {
    response.set('Cache-Control', 'no-store')
    if (request.method === 'HEAD' || /prefetch|prerender/.test(String(request.headers['sec-purpose'] ?? '')))
      return void response.status(204).end()
    const { token } = request.query
    const cookie = sessionCookie(request, response)
    const session = typeof token === 'string' ? sessions.signIn(token, cookie.browser) : null
    if (!session) return linkExpired(request, response)
    cookie.set(session)
    response.redirect(303, '/')
  }

/** Answers 401: a page for people, a problem for a program that asks for JSON. */
function linkExpired(request: Request, response: Response): void {
  if (request.accepts(['html', 'json']) === 'json')
    throw new AppError('unauthenticated', 'This sign-in token is unknown, used, or too old')
  response.status(401).set('WWW-Authenticate', 'Bearer').type('html').send(LINK_EXPIRED)
}

/** Plain HTML: the content security policy allows no inline style. */
const LINK_EXPIRED = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in to Pentad</title></head>
<body>
<h1>This sign-in link does not work any more</h1>
<p>Each link signs in one browser, once, within a quarter of an hour after it was made; and links end when the service stops.</p>
<p>For a fresh link, run <code>npm run keys -- link</code> in Pentad's folder on this computer, or start the service again.</p>
<p>If this browser is signed in already, <a href="/">go to the workstation</a>.</p>
</body>
</html>
`
