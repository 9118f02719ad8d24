import { describe, expect, it } from 'vitest'
import { createCourtesy } from '../../../../main/jobs/courtesy'

function clocked() {
  let time = 0
  const courtesy = createCourtesy(() => time)
  const submit = (count: number, every_ms: number) => {
    for (let n = 0; n < count; n++) {
      time += every_ms
      courtesy.submitted()
    }
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { courtesy, submit, pass }
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

describe('the courtesy of executions', () => {
  it('lets an execution start at once where nobody submits', async () => {
    const { courtesy } = clocked()
    expect(courtesy.isRush()).toBe(false)
    expect(await isAtOnce(courtesy.turn())).toBe(true)
  })

  it('does not take for a rush who submits one by one', () => {
    const { courtesy, submit } = clocked()
    submit(200, 4)
    expect(courtesy.isRush()).toBe(false)
  })

  it('stands back in a rush, but never for long, however long that lasts', async () => {
    const { courtesy, submit } = clocked()
    submit(1_000, 1)
    expect(courtesy.isRush()).toBe(true)
    const turn = courtesy.turn()
    expect(await isAtOnce(turn)).toBe(false)
    submit(1_000, 1)
    await turn
    expect(courtesy.isRush()).toBe(true)
  })

  it('forgets a rush as soon as that is over', async () => {
    const { courtesy, submit, pass } = clocked()
    submit(16, 1)
    expect(courtesy.isRush()).toBe(true)
    pass(40)
    expect(courtesy.isRush()).toBe(false)
    expect(await isAtOnce(courtesy.turn())).toBe(true)
  })
})
