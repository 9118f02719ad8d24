import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProblemSchema } from '../../../../main/http/openapi/schemas'
import { type Served, serve } from '../test-server'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.stop())

/** Sends these bytes and answers what comes back until the service closes the connection. */
const sent = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(served.port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

function problemIn(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const problem = ProblemSchema.strict().parse(JSON.parse(body))
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${problem.status} `))
  expect(head).toContain('Content-Type: application/problem+json')
  expect(head).toContain(`X-Request-Id: ${problem.request_id}`)
  return problem
}

const host = () => `Host: 127.0.0.1:${served.port}\r\n`
const post = (lines: string) => `POST /session HTTP/1.1\r\n${host()}Content-Type: application/json\r\n${lines}`

describe('what is not a request', () => {
  it.each<[string, () => string, string]>([
    ['plain text', () => 'hello\r\n\r\n', 'malformed_request'],
    ['an unknown method', () => `BREW /healthz HTTP/1.1\r\n${host()}\r\n`, 'malformed_request'],
    ['two lengths', () => post('Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'), 'malformed_request'],
    [
      'a length and chunks',
      () => post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
      'malformed_request',
    ],
    ['a chunk without a size', () => post('Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'), 'malformed_request'],
    ['a long path', () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host()}\r\n`, 'headers_too_large'],
    ['a long header', () => `GET / HTTP/1.1\r\n${host()}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
    ['a tunnel', () => `CONNECT example.com:80 HTTP/1.1\r\n${host()}\r\n`, 'method_not_allowed'],
  ])('is refused as a problem: %s', async (_, text, code) => {
    expect(problemIn(await sent(text())).error).toBe(code)
  })

  it.each([
    ['two Hosts', () => `${host()}Host: evil.example\r\n`],
    ['no Host', () => ''],
  ])('is refused with %s', async (_, hosts) => {
    const answer = await sent(`GET /openapi.json HTTP/1.1\r\n${hosts()}Connection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 403 /)
    expect(answer).toContain('wrong_host')
  })

  it('is not an expectation that the service does not know', async () => {
    const answer = await sent(`GET /openapi.json HTTP/1.1\r\n${host()}Expect: tea\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  it('leaves the answer to the request before it whole', async () => {
    const answer = await sent(`GET /sign-in HTTP/1.1\r\n${host()}\r\nnonsense\r\n\r\n`)
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)
    expect(statuses[0]).toBe('401')
    expect(answer).toContain('</html>')
  })
})
