import { expect, it } from 'vitest'
import { tenTimesASecond, withAnnouncements } from '../../../main/events/announcing-table'

it('a table reports what is entered and moved once that is done, and not of what may not move', async () => {
  const reported: string[] = []
  const done: string[] = []
  const table = {
    insert: async ({ id }: { id: string }) => void done.push(`insert ${id}`),
    move: async (id: string, to: string) => {
      done.push(`move ${id} ${to}`)
      return to !== 'BACK'
    },
    find: (id: string) => ({ id }),
  }
  const telling = withAnnouncements(
    table,
    ({ id }) => id,
    id => reported.push(id),
  )
  const entered = telling.insert({ id: 'one' })
  expect(reported).toEqual([])
  await entered
  expect(await telling.move('one', 'ON')).toBe(true)
  expect(await telling.move('two', 'BACK')).toBe(false)
  expect(telling.find('three')).toEqual({ id: 'three' })
  expect(reported).toEqual(['one', 'one'])
  expect(done).toEqual(['insert one', 'move one ON', 'move two BACK'])
})

it('progress is reported ten times a second at most, and at once of what comes next', () => {
  let now = 1_000
  const reported: string[] = []
  const tell = tenTimesASecond(
    id => reported.push(`${id} ${now}`),
    () => now,
  )
  for (; now < 1_250; now += 10) tell('a')
  tell('b')
  tell('a')
  // A clock that was set back does not silence it.
  now = 0
  tell('a')
  expect(reported).toEqual(['a 1000', 'a 1100', 'a 1200', 'b 1250', 'a 1250', 'a 0'])
})
