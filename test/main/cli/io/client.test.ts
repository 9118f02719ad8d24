import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createClient, namedService } from '../../../../main/cli/io/client'
import { routes } from '../../../../main/contract/routes'

async function against(answer: RequestListener): Promise<unknown> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await createClient({ url, token: 'pk_x' }).call(routes.whoami)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('a client whose address is another program', () => {
  it.each<[string, RequestListener]>([
    ['a page', (_, reply) => reply.end('<html>hello')],
    ['JSON of another shape', (_, reply) => reply.end('{"ok":true}')],
    ['an error page', (_, reply) => reply.writeHead(500).end('<html>sorry')],
    ['an error of another shape', (_, reply) => reply.writeHead(404).end('{"error":"nope"}')],
    ['nothing', (_, reply) => reply.writeHead(502).end()],
  ])('says so when it answers with %s', async (_, answer) => {
    await expect(against(answer)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/What runs at http.* cannot be used.*Check the address/),
    })
  })

  it('says so when nothing answers', async () => {
    await expect(against(request => request.socket.destroy())).rejects.toMatchObject({
      code: 'shutting_down',
      details: { sent: true },
    })
  })

  it.each(['http://127.0.0.1:1', 'http://no-such-host.invalid:7979'])(
    'knows that nothing was sent where no connection came about: %s',
    url =>
      expect(createClient({ url, token: 'pk_x' }).call(routes.whoami)).rejects.toMatchObject({
        code: 'shutting_down',
        details: { sent: false },
      }),
  )

  it.each(['notaurl', '127.0.0.1:7979', 'ftp://127.0.0.1', ''])('is refused an address that is none: %j', url =>
    expect(() => namedService(url, undefined)).toThrow(`--url cannot be "${url}"`),
  )
})
