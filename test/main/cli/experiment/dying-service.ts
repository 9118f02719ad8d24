/** A service that is killed at a chosen request: whoever asks sees its connection end and nobody listen any more. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Passes requests on to the service at `url`; gone as soon as a path like `last` is asked for. */
export async function serviceThatDies(url: string, last: RegExp): Promise<{ readonly url: string; close(): void }> {
  const proxy = createServer(async (request, reply) => {
    if (last.test(request.url!)) {
      proxy.close()
      return proxy.closeAllConnections()
    }
    const { method, headers } = request
    const body = Buffer.concat(await request.toArray())
    const answer = await fetch(`${url}${request.url}`, {
      method: method!,
      headers: { authorization: headers.authorization!, 'content-type': 'application/json' },
      ...(body.length > 0 && { body }),
    })
    reply.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() }
}
