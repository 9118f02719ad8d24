import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPentad } from '../../../../main/backends/importers/pentad'
import { AppError, ERRORS } from '../../../../main/contract/model/errors'
import { routes } from '../../../../main/contract/routes'
import type { Route } from '../../../../main/contract/routes/definition'
import { openApiDocument } from '../../../../main/http/openapi/document'
import { ProblemSchema } from '../../../../main/http/openapi/schemas'
import { problemOf } from '../../../../main/http/reply/problem'

const root = resolve(import.meta.dirname, '../../../..')
const TABLE: Route[] = Object.values(routes)
const NAMED = Object.entries(routes) as [string, Route][]
const document = openApiDocument({ routes: TABLE, segment: 'svc', version: '1.2.3' })
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
)

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  security: Record<string, string[]>[]
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}

const found = (route: Route) => {
  const path = route.path.replace(/[:*](\w+)/g, '{$1}')
  return operations.find(operation => operation.path === path && operation.method === route.method.toLowerCase())
    ?.operation
}

describe('the OpenAPI document', () => {
  it('is the one under resources, so that each change of the contract is seen', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const text = `${JSON.stringify(openApiDocument({ routes: TABLE, segment: 'svc', version }), null, 2)}\n`
    await expect(text).toMatchFileSnapshot(join(root, 'resources/openapi.json'))
  })

  it('is 3.1 with a title and the version', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ title: 'Pentad', version: '1.2.3' })
  })

  it('describes each route of the table once, and nothing else', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(routes).sort())
  })

  it('says nothing that JSON cannot carry', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('refers only to schemas that it contains, and contains no unused ones', () => {
    const text = JSON.stringify(document)
    const used = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(match => match[1]))
    expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort())
    expect(text.match(/"\$ref":"(?!#\/components\/schemas\/)/)).toBeNull()
    expect(text).not.toContain('"$id"')
  })

  it('gives each path parameter of a path as required, and no other', () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
      const described = operation.parameters.filter(parameter => parameter.in === 'path')
      expect(described.map(({ name }) => name).sort(), path).toEqual(named.sort())
      expect(described.every(({ required }) => required)).toBe(true)
    }
  })

  it('follows the configured segment', () => {
    const { paths } = openApiDocument({ routes: TABLE, segment: 'lab', version: '1' })
    expect(Object.keys(paths).filter(path => path.startsWith('/api/'))).not.toHaveLength(0)
    expect(Object.keys(paths).filter(path => path.startsWith('/api/svc/'))).toHaveLength(0)
  })

  it.each(NAMED)('says who may call %s and how it can fail', (_, route) => {
    const operation = found(route)!
    expect(operation.security.length === 0).toBe(route.access === 'public')
    for (const code of route.errors) {
      const { description } = operation.responses[ERRORS[code].status]!
      expect(description).toContain(code)
      expect(description).toContain(ERRORS[code].remedy)
    }
    expect(operation.responses).toHaveProperty(String(route.status))
    expect('401' in operation.responses).toBe(route.access !== 'public' || route.errors.includes('unauthenticated'))
  })

  it('names the ETag of replies that are read again, and the answer to who has one', () => {
    const tagged = (route: Route) => {
      const { parameters, responses } = found(route)!
      const { headers } = responses[route.status] as { headers?: object }
      const accepts = parameters.some(({ name, in: place }) => name === 'If-None-Match' && place === 'header')
      return { accepts, sends: 'ETag' in (headers ?? {}), known: '304' in responses }
    }
    expect(tagged(routes.getJob)).toEqual({ accepts: true, sends: true, known: true })
    for (const other of [routes.submitJob, routes.jobEvents, routes.listKeys])
      expect(tagged(other)).toEqual({ accepts: false, sends: false, known: false })
  })

  it('lets a body leave out what has a default, and states the default', () => {
    const schemas = document.components.schemas as Record<
      string,
      { required: string[]; properties: Record<string, unknown> }
    >
    expect(schemas.RunRequest!.required.sort()).toEqual(['mode', 'rounds', 'shots'])
    expect(schemas.RunRequest!.properties.override).toMatchObject({ default: false })
    expect(schemas.RunRequest).toMatchObject({ additionalProperties: false })
  })

  it('describes problems as they are sent', () => {
    const problem = problemOf(new AppError('not_found', 'no'), '8f8ab0d3-5a3b-4f0e-9a0a-3b9d0c2f6f11')
    expect(ProblemSchema.strict().parse(problem)).toEqual(problem)
    expect(document.components.schemas.Problem).toMatchObject({ required: Object.keys(problem) })
  })
})

describe('examples', () => {
  const withExample = NAMED.filter(([, route]) => route.example !== null)
  it('exist for every route that takes a body', () => {
    const takers = operations
      .filter(({ operation }) => operation.requestBody)
      .map(({ operation }) => operation.operationId)
    expect(withExample.map(([name]) => name).sort()).toEqual(takers.sort())
  })

  it.each(withExample)('of %s are accepted by its own contract', (_, route) => {
    expect(() => route.body.parse(route.example)).not.toThrow()
  })

  it('of a calibration holds one that can be read', () => {
    const { files } = routes.importCalibration.body.parse(routes.importCalibration.example)
    expect(readPentad({ name: files[0]!.name, value: JSON.parse(files[0]!.content) })).toMatchObject({
      source_device: 'device_x',
      calibration_id: expect.any(String),
    })
  })
})
