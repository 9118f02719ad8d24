import { ERRORS, type ErrorCode } from '../../contract/model/errors'
import { routes as table } from '../../contract/routes'
import { hasTag, type Route, servedPath } from '../../contract/routes/definition'
import { type Components, componentsOf, type Schema } from './schemas'

export interface OpenApiInput {
  readonly routes: readonly Route[]
  readonly segment: string
  readonly version: string
}

/** Input for making the document on a thread: routes as `GET /path` lines. */
export interface DocumentInput extends Omit<OpenApiInput, 'routes'> {
  readonly lines: readonly string[]
}

export const lineOf = ({ method, path }: Route): string => `${method} ${path}`

export function documentOf({ lines, ...rest }: DocumentInput) {
  const all = new Map(Object.values(table).map((route): [string, Route] => [lineOf(route), route]))
  return openApiDocument({ ...rest, routes: lines.flatMap(line => all.get(line) ?? []) })
}

/** OpenAPI 3.1 document made from the route table; its schemas are JSON Schema 2020-12. */
export function openApiDocument({ routes, segment, version }: OpenApiInput) {
  const components = componentsOf(routes)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = templated(servedPath(route, segment))
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pentad',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(route => route.tag))].map(name => ({ name })),
    paths,
    components: { schemas: components.schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

const DESCRIPTION = [
  'Logical qubits on calibrated devices: rank, select, run, compare; circuit jobs; API keys.',
  'Failures are application/problem+json with a stable code in `error` and what to do in `remedy`.',
  'Unknown fields and query parameters are refused by name. Every response carries x-request-id.',
].join(' ')

const SECURITY_SCHEMES = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key, pk_…; create one with `npm run keys`.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'pentad_7513',
    description: 'The signed-in window; the name ends with the port.',
  },
}

function operation(route: Route, components: Components) {
  return {
    operationId: components.nameOf(route),
    tags: [route.tag],
    summary: route.summary,
    description: whoMayCall(route),
    security: security(route),
    parameters: [
      ...parameters('path', components.params(route)),
      ...parameters('query', components.query(route)),
      ...(route.idempotent ? [IDEMPOTENCY] : []),
      ...(hasTag(route) ? [IF_NONE_MATCH] : []),
    ],
    ...body(route, components),
    responses: { ...success(route, components), ...failures(route) },
  }
}

function whoMayCall({ access }: Route): string {
  if (access === 'public') return 'No credentials needed.'
  if (access === 'signed_in') return 'Any API key, or the signed-in window.'
  if (access === 'session') return 'The account holder in the signed-in window; not for API keys.'
  return `An API key with one of the roles ${access.join(', ')}, or the signed-in window.`
}

function security({ access }: Route): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'session') return [{ session: [] }]
  // In OpenAPI 3.1 a bearer requirement may list the roles it needs.
  return [{ key: access === 'signed_in' ? [] : [...access] }, { session: [] }]
}

/** Each property of a flat schema is one parameter. */
const parameters = (location: 'path' | 'query', schema: Schema) =>
  Object.entries(schema.properties ?? {}).map(([name, { description, ...shape }]) => ({
    name,
    in: location,
    required: location === 'path' || (schema.required ?? []).includes(name),
    ...(description !== undefined && { description }),
    schema: shape,
  }))

function body(route: Route, components: Components) {
  const schema = components.body(route)
  if (!schema) return {}
  const example = route.example === null ? {} : { example: route.example }
  return { requestBody: { required: true, content: { 'application/json': { schema, ...example } } } }
}

const IDEMPOTENCY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Quoted or bare. The same key and body within 24 hours answer the same jobs, and nothing is charged twice; another body is refused.',
  schema: { type: 'string', maxLength: 257 },
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETags of replies that the caller has, with commas between, or *',
  schema: { type: 'string' },
}

const TAG = {
  ETag: {
    description: 'Changes with the reply; weak where it is compressed, left out where the reply is large and JSON',
    schema: { type: 'string', examples: ['"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'] },
  },
}

const bytesOf = ({ media_type }: Route) => ({
  [media_type]: { schema: { type: 'string', contentMediaType: media_type } },
})

const CSV = { 'text/csv': { schema: { type: 'string' } } }

function success(route: Route, components: Components) {
  const json = { 'application/json': { schema: components.reply(route) } }
  const content = route.binary ? bytesOf(route) : { ...json, ...(route.csv_when === null ? {} : CSV) }
  if (!hasTag(route)) return { [route.status]: { description: said(route), headers: HEADERS, content } }
  const headers = { ...HEADERS, ...TAG }
  return {
    [route.status]: { description: said(route), headers, content },
    304: { description: 'The caller has the reply: its ETag is one of If-None-Match', headers },
  }
}

const said = ({ bytes_when, csv_when, status }: Route): string => {
  if (status === 101) return 'Switching to WebSocket; each message is one frame of this schema'
  const others = [
    ...(csv_when === null ? [] : [`with ${csv_when}: CSV`]),
    ...(bytes_when === null ? [] : [`with ${bytes_when}, which has a path of its own, bytes`]),
  ]
  return ['Done', ...others].join('; ')
}

const HEADERS = {
  'x-request-id': { description: 'Names this call in the log', schema: { type: 'string', format: 'uuid' } },
  RateLimit: {
    description: 'r: calls that this caller has left, t: seconds until all are there again; once authenticated',
    schema: { type: 'string', examples: ['"600-in-1min"; r=599; t=60'] },
  },
  'RateLimit-Policy': {
    description: 'q: calls in each w seconds; pk: whose they are',
    schema: { type: 'string', examples: ['"600-in-1min"; q=600; w=60; pk=:MGQ1NTYyNjViZjEw:'] },
  },
}

/** Additional headers of some failures. */
const FAILURE_HEADERS: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } } },
}

/** Codes whose reply has a Retry-After header. */
const ASK_AGAIN: readonly ErrorCode[] = ['rate_limited', 'result_not_ready']
const retryAfter = (codes: readonly ErrorCode[]) => {
  const named = ASK_AGAIN.filter(code => codes.includes(code))
  if (named.length === 0) return {}
  const description = `With ${named.join(', ')}: seconds to wait`
  return { 'Retry-After': { description, schema: { type: 'integer' } } }
}

const EVERY_ROUTE: readonly ErrorCode[] = [
  'invalid_request',
  'malformed_request',
  'wrong_host',
  'rate_limited',
  'internal',
  'shutting_down',
]

function codesOf(route: Route): ErrorCode[] {
  const named: ErrorCode[] = [...EVERY_ROUTE, ...route.errors]
  if (route.access !== 'public') named.push('unauthenticated')
  if (route.access === 'session') named.push('session_required')
  else if (route.access !== 'public' && route.access !== 'signed_in') named.push('forbidden')
  if (route.method === 'POST') named.push('malformed_json', 'body_too_large', 'unsupported_media_type')
  if (route.method !== 'GET') named.push('storage_full')
  return [...new Set(named)]
}

/** One response for each status, listing the codes that share it and what the caller can do. */
function failures(route: Route): Record<string, unknown> {
  const byStatus: Record<string, ErrorCode[]> = {}
  for (const code of codesOf(route)) byStatus[ERRORS[code].status] = [...(byStatus[ERRORS[code].status] ?? []), code]
  return Object.fromEntries(Object.entries(byStatus).map(([status, codes]) => [status, failure(codes, Number(status))]))
}

const failure = (codes: readonly ErrorCode[], status: number) => ({
  description: codes.map(code => `\`${code}\`: ${ERRORS[code].title}. ${ERRORS[code].remedy}`).join('\n\n'),
  headers: { ...HEADERS, ...FAILURE_HEADERS[status], ...retryAfter(codes) },
  content: {
    'application/problem+json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { error: { enum: codes } } }],
      },
    },
  },
})

/** `/jobs/:job_uuid` as `/jobs/{job_uuid}`. */
const templated = (path: string): string => path.replace(/[:*](\w+)/g, '{$1}')
