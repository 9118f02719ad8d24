import { describe, expect, it } from 'vitest'
import { createBackpressure } from '../../../../main/jobs/queue/backpressure'

function clocked() {
  let time = 0
  const backpressure = createBackpressure(() => time)
  const submit = (count: number, every_ms: number) => {
    for (let n = 0; n < count; n++) {
      time += every_ms
      backpressure.submitted()
    }
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { backpressure, submit, pass }
}

/** Whether `turn` is over within a few turns of the event loop. */
async function isAtOnce(turn: Promise<void>): Promise<boolean> {
  let over = false
  turn.then(() => {
    over = true
  })
  for (let n = 0; n < 3; n++) await new Promise(resolve => setImmediate(resolve))
  return over
}

describe('backpressure on executions', () => {
  it('lets an execution start at once where nobody submits', async () => {
    const { backpressure } = clocked()
    expect(backpressure.isBurst()).toBe(false)
    expect(await isAtOnce(backpressure.ready())).toBe(true)
  })

  it('does not take for a rush who submits one by one', () => {
    const { backpressure, submit } = clocked()
    submit(200, 4)
    expect(backpressure.isBurst()).toBe(false)
  })

  it('stands back in a rush, but never for long, however long that lasts', async () => {
    const { backpressure, submit } = clocked()
    submit(1_000, 1)
    expect(backpressure.isBurst()).toBe(true)
    const turn = backpressure.ready()
    expect(await isAtOnce(turn)).toBe(false)
    submit(1_000, 1)
    await turn
    expect(backpressure.isBurst()).toBe(true)
  })

  it('forgets a rush as soon as that is over', async () => {
    const { backpressure, submit, pass } = clocked()
    submit(16, 1)
    expect(backpressure.isBurst()).toBe(true)
    pass(40)
    expect(backpressure.isBurst()).toBe(false)
    expect(await isAtOnce(backpressure.ready())).toBe(true)
  })
})
