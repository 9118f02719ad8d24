import { expect, it } from 'vitest'
import { attachedTo } from '../../../../main/lab/view/attached'

type Registry = Parameters<ReturnType<typeof attachedTo>['follow']>[0]

function laboratory(address: object) {
  const sequencer = { id: 'seq', label: 'Sequencer', device_id: 'dev', address }
  const lab = { name: 'lab', devices: [], sequencers: [sequencer] }
  const connection: { id: string; instrument: object | null; problem: object | null } = {
    id: 'seq',
    instrument: null,
    problem: null,
  }
  const attached = attachedTo({ lab } as unknown as Parameters<typeof attachedTo>[0])
  attached.follow({ list: () => [connection] } as unknown as Registry)
  return { connection, lab, reason: () => attached.sequencerOf('dev')?.offline_reason, attached }
}

it.each(['serial', 'twin'])('a sequencer on a %s link is offline while it does not answer, and online after', kind => {
  const { connection, reason } = laboratory({ kind, path: null, name: 'seq' })
  connection.problem = { message: 'no port has it', remedy: 'plug it in' }
  expect(reason()).toBe('Sequencer does not answer: no port has it; plug it in')
  Object.assign(connection, { instrument: {}, problem: null })
  expect(reason()).toBeNull()
  Object.assign(connection, { instrument: null, problem: { message: 'it was unplugged', remedy: 'plug it in again' } })
  expect(reason()).toMatch(/unplugged/)
})

it('before the first look a real sequencer is offline, and a twin is not', () => {
  expect(laboratory({ kind: 'serial', path: null }).reason()).toMatch(/has not answered yet/)
  expect(laboratory({ kind: 'twin', name: 'seq' }).reason()).toBeNull()
})

it('a sequencer that leaves the lab leaves its device without one', () => {
  const { attached, lab } = laboratory({ kind: 'twin', name: 'seq' })
  lab.sequencers.length = 0
  expect(attached.sequencerOf('dev')).toBeNull()
})
