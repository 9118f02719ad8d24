import { z } from 'zod'
import * as backends from '../../contract/backends/catalogue'
import * as current from '../../contract/backends/current-calibration'
import * as drift from '../../contract/backends/drift'
import * as labEvents from '../../contract/backends/lab-events'
import * as addedDevices from '../../contract/calibration/add-device'
import * as profiles from '../../contract/calibration/device-profile'
import * as imports from '../../contract/calibration/import'
import * as calibration from '../../contract/calibration/snapshot'
import * as beacon from '../../contract/entropy/beacon'
import * as entropyDraws from '../../contract/entropy/draw'
import * as evidenceFiles from '../../contract/entropy/evidence-files'
import * as issuing from '../../contract/entropy/issuing'
import * as keyRecords from '../../contract/entropy/key-record'
import * as entropyPools from '../../contract/entropy/pool'
import * as pulses from '../../contract/entropy/pulse'
import * as entropyReceipts from '../../contract/entropy/receipt'
import * as sampleFaults from '../../contract/entropy/sample-fault'
import * as entropySources from '../../contract/entropy/source'
import * as entropyStream from '../../contract/entropy/stream'
import * as commandLog from '../../contract/instruments/command-log'
import * as discovery from '../../contract/instruments/discovery'
import * as instrumentEvents from '../../contract/instruments/events'
import * as flux from '../../contract/instruments/flux'
import * as instruments from '../../contract/instruments/instrument'
import * as labState from '../../contract/instruments/lab'
import * as labProfile from '../../contract/instruments/lab-profile'
import * as lease from '../../contract/instruments/lease'
import * as limits from '../../contract/instruments/limits'
import * as readings from '../../contract/instruments/reading'
import * as settings from '../../contract/instruments/settings-snapshot'
import * as twinFaults from '../../contract/instruments/twin-faults'
import * as batches from '../../contract/jobs/batches'
import * as circuit from '../../contract/jobs/circuit'
import * as jobs from '../../contract/jobs/circuit-job'
import * as circuitTemplates from '../../contract/jobs/circuit-template'
import * as circuits from '../../contract/jobs/circuit-text'
import * as events from '../../contract/jobs/events'
import * as observables from '../../contract/jobs/observables'
import * as parameters from '../../contract/jobs/parameters'
import * as results from '../../contract/jobs/result'
import * as savedCircuits from '../../contract/jobs/saved-circuit'
import * as status from '../../contract/jobs/status'
import * as submit from '../../contract/jobs/submit'
import * as sweep from '../../contract/jobs/sweep'
import { ERRORS, type ErrorCode } from '../../contract/model/errors'
import * as primitives from '../../contract/model/primitives'
import * as protocols from '../../contract/model/protocols'
import * as candidates from '../../contract/modules/candidates'
import * as diagnostics from '../../contract/modules/diagnostics'
import * as layout from '../../contract/modules/layout'
import * as modules from '../../contract/modules/logical-qubits'
import { routes as table } from '../../contract/routes'
import type { Route } from '../../contract/routes/definition'
import * as comparison from '../../contract/runs/comparison'
import * as runRecord from '../../contract/runs/record'
import * as runRequest from '../../contract/runs/request'
import * as runs from '../../contract/runs/run'
import * as studies from '../../contract/runs/studies'
import * as account from '../../contract/service/account'
import * as health from '../../contract/service/health'

/** The keywords of JSON Schema that the code reads. */
export interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  [keyword: string]: unknown
}

const FILES = [
  ...[beacon, evidenceFiles, issuing, keyRecords, pulses],
  account,
  backends,
  calibration,
  profiles,
  imports,
  addedDevices,
  circuits,
  comparison,
  current,
  drift,
  labEvents,
  events,
  health,
  jobs,
  circuit,
  circuitTemplates,
  savedCircuits,
  status,
  submit,
  results,
  observables,
  ...[batches, parameters, sweep],
  modules,
  layout,
  diagnostics,
  candidates,
  primitives,
  runRecord,
  protocols,
  runRequest,
  runs,
  studies,
  discovery,
  instrumentEvents,
  flux,
  instruments,
  labState,
  labProfile,
  lease,
  limits,
  commandLog,
  readings,
  settings,
  twinFaults,
  entropySources,
  sampleFaults,
  entropyDraws,
  entropyPools,
  entropyReceipts,
  entropyStream,
]
/** Every exported schema of the contract, published under its name in the code. */
const NAMED = new Map<z.ZodType, string>(
  FILES.flatMap(file =>
    Object.entries(file).flatMap(([name, value]) => (value instanceof z.ZodType ? [[value, name] as const] : [])),
  ),
)

const ROUTE_NAMES = new Map<Route, string>(Object.entries(table).map(([name, route]) => [route as Route, name]))

/** Schema of a problem, whose type is written by hand in reply/problem.ts; a test compares it with a real problem. */
export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  error: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  remedy: z.string(),
  request_id: z.uuid(),
  details: z.record(z.string(), z.unknown()),
  errors: z.array(
    z.object({
      pointer: z.string(),
      message: z.string(),
      /** Name of the file in the request that has the fault. */
      file: z.string().optional(),
      line: z.int().optional(),
      column: z.int().optional(),
      /** The device limit that is exceeded. */
      exceeds: z.object({ reason: z.string(), value: z.number(), limit: z.number(), remedy: z.string() }).optional(),
    }),
  ),
})

export interface Components {
  /** By name, for the document's `components`. */
  readonly schemas: Record<string, Schema>
  nameOf(route: Route): string
  params(route: Route): Schema
  query(route: Route): Schema
  /** null for a route without a body. */
  body(route: Route): Schema | null
  reply(route: Route): Schema
}

/**
 * The schemas of all routes. Bodies are described as sent (fields with defaults are optional), replies as received; a
 * shape used both ways is published twice, the body's under a name ending in Input.
 */
export function componentsOf(routes: readonly Route[]): Components {
  const replies = reachable(generate(replyNames(routes), 'output'), ['Problem', ...routes.flatMap(replyRoots)])
  const names = bodyNames(routes, replies)
  const schemas = { ...replies, ...generate(names, 'input') }
  return {
    schemas,
    nameOf,
    params: route => flat(route.params),
    query: route => flat(route.query),
    body: route => (names.has(route.body) ? reference(names.get(route.body) ?? '') : null),
    reply: route => reference(replyName(route)),
  }
}

const nameOf = (route: Route): string => ROUTE_NAMES.get(route) ?? `${route.method} ${route.path}`
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Schema of parameters, inline and without references, as sent. */
const flat = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input' }) as Schema

const replyName = (route: Route): string => NAMED.get(route.reply) ?? `${capital(nameOf(route))}Reply`
const replyRoots = (route: Route): string[] => (route.binary ? [] : [replyName(route)])

function replyNames(routes: readonly Route[]): Map<z.ZodType, string> {
  const roots = routes.filter(route => !route.binary).map(route => [route.reply, replyName(route)] as const)
  return new Map<z.ZodType, string>([...NAMED, [ProblemSchema, 'Problem'], ...roots])
}

/** Names of the bodies' schemas; a route with an empty body has none. */
function bodyNames(routes: readonly Route[], replies: Record<string, Schema>): Map<z.ZodType, string> {
  const free = (name: string): string => (name in replies ? `${name}Input` : name)
  const names = routes.filter(takesBody).map(route => {
    const name = NAMED.get(route.body) ?? `${capital(nameOf(route))}Body`
    return [route.body, free(name)] as const
  })
  return new Map(names)
}

const takesBody = ({ body }: Route): boolean => !(body instanceof z.ZodObject) || Object.keys(body.shape).length > 0

function generate(names: ReadonlyMap<z.ZodType, string>, io: 'input' | 'output'): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const uri = (id: string): string => `#/components/schemas/${id}`
  const { schemas } = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' })
  // OpenAPI names a component by its pointer; $id would set a new base for the references inside.
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema as Schema]),
  )
}

/** The named schemas that the roots refer to, directly or through others. */
function reachable(schemas: Record<string, Schema>, roots: readonly string[]): Record<string, Schema> {
  const found: Record<string, Schema> = {}
  const visit = (name: string): void => {
    const schema = schemas[name]
    if (!schema || name in found) return
    found[name] = schema
    for (const [, next] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) visit(next ?? '')
  }
  roots.forEach(visit)
  return found
}
