import { get } from 'node:http'
import express, { type RequestHandler } from 'express'
import { describe, expect, it } from 'vitest'
import { listen } from '../../../../main/http/server/listen'

const answering = (handler: RequestHandler) => express().use(handler)

describe('the server', () => {
  it('listens on the loopback address only, on a free port when configured with 0', async () => {
    const server = await listen(
      answering((_, reply) => void reply.end('here')),
      0,
    )
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect(await (await fetch(server.url)).text()).toBe('here')
    await server.close(100)
  })

  it('lets a running call finish when it closes', async () => {
    let finish = () => {}
    let arrived = () => {}
    const here = new Promise<void>(resolve => {
      arrived = resolve
    })
    const server = await listen(
      answering((_, reply) => {
        finish = () => reply.end('finished')
        arrived()
      }),
      0,
    )
    const call = fetch(server.url).then(reply => reply.text())
    await here
    const closed = server.close(30_000)
    finish()
    await closed
    expect(await call).toBe('finished')
  })

  it('cuts off a call that does not finish within the grace', async () => {
    let arrived = () => {}
    const here = new Promise<void>(resolve => {
      arrived = resolve
    })
    const server = await listen(
      answering(() => arrived()),
      0,
    )
    const call = new Promise((_, reject) => get(server.url).on('error', reject))
    const cut = expect(call).rejects.toThrow(/hang up|ECONNRESET/)
    await here
    await server.close(50)
    await cut
  })

  it('refuses a port in use as something the user can put right', async () => {
    const first = await listen(express(), 0)
    const port = Number(new URL(first.url).port)
    await expect(listen(express(), port)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'port_unusable', port },
    })
    await first.close(50)
  })
})
