import { expect, it } from 'vitest'
import type { ReadReply } from '../../../../main/contract/instruments/reading'
import {
  everyPlace,
  placeKey,
  type ReadAll,
  type ReadPlace,
  readPlaces,
} from '../../../../renderer/src/api/instruments/read-all'
import { sampleDetail, sampleReading } from '../../samples/instruments'

const reply = (channel: string | null): ReadReply => ({
  ...sampleReading(0.5, '2026-01-01T00:00:00.000Z', channel),
  simulated: true,
  fresh: true,
})
const places: ReadPlace[] = ['1', '2', '3'].map(channel => ({
  parameter: 'voltage',
  channel,
  name: `Voltage ${channel}`,
}))

it('all places of an instrument are its parameters at each channel, by the names that the lab gives', () => {
  expect(everyPlace(sampleDetail())).toEqual([
    { parameter: 'voltage', channel: '1', name: 'Voltage 1' },
    { parameter: 'voltage', channel: '2', name: 'Voltage 2' },
  ])
})

it('reading all asks one after another, and shows those that failed beside those that answered', async () => {
  const reported: ReadAll[] = []
  let [running, most] = [0, 0]
  await readPlaces(places, {
    signal: new AbortController().signal,
    async read({ channel }) {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      if (channel === '2') throw new Error('no answer')
      return reply(channel)
    },
    onProgress: all => void reported.push(all),
  })
  expect(most).toBe(1)
  expect(reported.map(({ answers, failures }) => answers.size + failures.length)).toEqual([0, 1, 2, 3, 3])
  const last = reported.at(-1)!
  expect(last).toMatchObject({ state: 'done', total: 3, failures: [{ channel: '2', name: 'Voltage 2' }] })
  expect([...last.answers.keys()]).toEqual([placeKey(places[0]!), placeKey(places[2]!)])
})

it('reading all ends where it is cancelled, with what was read until then and no failure for it', async () => {
  const cancel = new AbortController()
  const asked: (string | null)[] = []
  let last: ReadAll | null = null
  await readPlaces(places, {
    signal: cancel.signal,
    async read({ channel }) {
      asked.push(channel)
      if (channel === '2') {
        cancel.abort()
        throw cancel.signal.reason
      }
      return reply(channel)
    },
    onProgress: all => {
      last = all
    },
  })
  expect(asked).toEqual(['1', '2'])
  expect(last).toMatchObject({ state: 'cancelled', total: 3, failures: [] })
  expect(last!['answers' as never]).toHaveProperty('size', 1)
})
