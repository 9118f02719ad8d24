import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mayLeave, mayQuit, notify, stayAwake } from '../../../main/shell/attention'

const fake = vi.hoisted(() => ({ asked: [] as string[], answer: 0, awake: 0, shown: [] as string[] }))
vi.mock('electron', () => ({
  dialog: {
    showMessageBoxSync: ({ detail }: { detail: string }) => {
      fake.asked.push(detail)
      return fake.answer
    },
  },
  Notification: class {
    static isSupported = () => true
    constructor(private readonly options: { title: string; body: string }) {}
    show = () => fake.shown.push(`${this.options.title}: ${this.options.body}`)
  },
  powerSaveBlocker: {
    start: () => {
      fake.awake += 1
      return 0
    },
    stop: () => {
      fake.awake -= 1
    },
  },
}))

const activity = {
  running: () => [] as string[],
  onNotice: (_: (notice: { title: string; text: string }) => void) => () => {},
}
beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(fake, { asked: [], answer: 0, awake: 0, shown: [] })
})
afterEach(() => vi.useRealTimers())

describe('the window’s host', () => {
  it('asks before quitting only where something runs, and names it', () => {
    expect(mayQuit(activity)).toBe(true)
    expect(fake.asked).toEqual([])
    const busy = { ...activity, running: () => ['the run run-1 on dev-a', '2 circuit jobs'] }
    expect(mayQuit(busy)).toBe(false)
    fake.answer = 1
    expect(mayQuit(busy)).toBe(true)
    expect(fake.asked[0]).toContain('This would stop: the run run-1 on dev-a, 2 circuit jobs.')
  })

  it('asks before the window is left with changes that are not saved', () => {
    expect(mayLeave()).toBe(false)
    fake.answer = 1
    expect(mayLeave()).toBe(true)
    expect(fake.asked).toHaveLength(2)
  })

  it('keeps the computer awake while something runs, once, and lets it sleep again', () => {
    let running: string[] = []
    const stop = stayAwake({ ...activity, running: () => running })
    vi.advanceTimersByTime(5_000)
    expect(fake.awake).toBe(0)
    running = ['the run run-1 on dev-a']
    vi.advanceTimersByTime(10_000)
    expect(fake.awake).toBe(1)
    running = []
    vi.advanceTimersByTime(5_000)
    expect(fake.awake).toBe(0)
    running = ['the run run-2 on dev-a']
    vi.advanceTimersByTime(5_000)
    stop()
    expect(fake.awake).toBe(0)
  })

  it('shows a notification at the end of a run and at a limit', () => {
    notify({
      ...activity,
      onNotice: listener => {
        listener({ title: 'Alarm', text: 'too warm' })
        return () => {}
      },
    })
    expect(fake.shown).toEqual(['Alarm: too warm'])
  })
})
