import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { createDc205Twin } from '../../../main/twins/sources/dc205'
import { type Channel, serveTwin, twinBehind } from '../../../main/twins/thread/byte-channel'
import { TWIN } from '../instruments/table'

it('a twin behind a channel answers as one that is here, and its end is told unless it was asked for', async () => {
  const { port1, port2 } = new MessageChannel()
  serveTwin(port2 as Channel, createDc205Twin(TWIN))
  const twin = twinBehind(port1 as Channel, ended => port1.on('close', ended))
  let heard = ''
  let isUnplugged = false
  twin.onSend(bytes => {
    heard += String.fromCharCode(...bytes)
  })
  twin.onUnplug(() => {
    isUnplugged = true
  })
  twin.receive(Uint8Array.from('VOLT 0.5\nVOLT?\n', character => character.charCodeAt(0)))
  await expect.poll(() => heard).toBe('0.500000\r\n')
  port2.close()
  await expect.poll(() => isUnplugged).toBe(true)
})
