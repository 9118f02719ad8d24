import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stopAtQuit } from '../../../main/shell/quit'

type Listener = (event: { preventDefault(): void }) => void

const fake = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  asked: 0,
  answer: 0,
  hasEnded: false,
  quit: () => {},
}))
vi.mock('electron', () => ({
  app: { on: (name: string, listener: Listener) => fake.listeners.set(name, listener), quit: () => fake.quit() },
  dialog: {
    showMessageBoxSync: () => {
      fake.asked += 1
      return fake.answer
    },
  },
}))

const isKept = (name: string): boolean => {
  let kept = false
  fake.listeners.get(name)!({
    preventDefault: () => {
      kept = true
    },
  })
  return kept
}
/** As Electron does it with no window open. */
const quit = () => {
  if (!isKept('before-quit') && !isKept('will-quit')) fake.hasEnded = true
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const others = SIGNALS.map(signal => process.listeners(signal))
beforeEach(() => Object.assign(fake, { asked: 0, answer: 0, hasEnded: false, quit }))
afterEach(() => {
  SIGNALS.forEach((signal, at) => {
    for (const listener of process.listeners(signal)) if (!others[at]!.includes(listener)) process.off(signal, listener)
  })
})

function started(running: string[] = []) {
  const calls: string[] = []
  const note = (name: string) => () => {
    calls.push(name)
  }
  const service = {
    activity: { running: () => running, onNotice: () => () => {} },
    stop: () => {
      calls.push('stop')
      return Promise.reject(new Error('no reply'))
    },
  }
  return { calls, quitting: stopAtQuit(service, { atQuit: note('atQuit'), show: note('show') }) }
}

describe('quitting', () => {
  it('stops the service once, when no window asks any more, and ends whatever fails meanwhile', async () => {
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    const { calls } = started()
    expect(isKept('before-quit')).toBe(false)
    // A window that is kept open ends it here: the service goes on.
    expect(calls).toEqual([])
    quit()
    expect(fake.hasEnded).toBe(false)
    await expect.poll(() => fake.hasEnded).toBe(true)
    expect([calls, fake.asked]).toEqual([['atQuit', 'stop'], 0])
  })

  it('is asked about where something runs, and opens the window again where the user keeps it running', () => {
    const { calls } = started(['the run run-1 on dev-a'])
    quit()
    expect([calls, fake.asked]).toEqual([['show'], 1])
    fake.answer = 1
    expect(isKept('before-quit')).toBe(false)
  })

  it('asks no confirmation after a signal', async () => {
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    const { calls, quitting } = started(['the run run-1 on dev-a'])
    expect(quitting.isSignalled()).toBe(false)
    process.listeners('SIGTERM').at(-1)!('SIGTERM')
    await expect.poll(() => fake.hasEnded).toBe(true)
    expect([quitting.isSignalled(), calls, fake.asked]).toEqual([true, ['atQuit', 'stop'], 0])
  })
})
