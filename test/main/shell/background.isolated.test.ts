import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepRunning } from '../../../main/shell/background'

interface Item {
  readonly label: string
  click(): void
}

const fake = vi.hoisted(() => ({
  quits: 0,
  reported: [] as string[],
  items: [] as { label: string; click(): void }[],
  closed: () => {},
  clicked: () => {},
  trays: 0,
  hasTray: true,
}))
vi.mock('electron', () => ({
  app: {
    on: (name: string, listener: () => void) => {
      if (name === 'window-all-closed') fake.closed = listener
    },
    quit: () => {
      fake.quits += 1
    },
  },
  Menu: {
    buildFromTemplate(items: Item[]) {
      fake.items = items
      return items
    },
  },
  Notification: class {
    static isSupported = () => true
    constructor(private readonly options: { title: string }) {}
    show = () => fake.reported.push(this.options.title)
  },
  Tray: class {
    constructor() {
      if (!fake.hasTray) throw new Error('no place for it')
      fake.trays += 1
    }
    setToolTip(): void {}
    setContextMenu(): void {}
    on(_: string, listener: () => void): void {
      fake.clicked = listener
    }
    destroy(): void {
      fake.trays -= 1
    }
  },
}))

beforeEach(() => Object.assign(fake, { quits: 0, reported: [], items: [], trays: 0, hasTray: true }))

describe('the window’s host, whose last window is closed', () => {
  it('goes on, says so once, and opens or quits from the tray', () => {
    let shown = 0
    const show = () => {
      shown += 1
    }
    const remove = keepRunning({ icon: 'pentad.png', show })
    fake.closed()
    fake.closed()
    expect([fake.quits, fake.reported]).toEqual([0, ['Pentad keeps running']])
    fake.clicked()
    fake.items[0]!.click()
    expect([shown, fake.items.map(({ label }) => label)]).toEqual([2, ['Open Pentad', 'Quit']])
    fake.items[1]!.click()
    expect([fake.quits, fake.trays]).toEqual([1, 1])
    remove()
    expect(fake.trays).toBe(0)
  })

  it('goes on where the desktop has no tray', () => {
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    fake.hasTray = false
    keepRunning({ icon: 'pentad.png', show: () => {} })()
    fake.closed()
    expect([fake.quits, fake.reported]).toEqual([0, ['Pentad keeps running']])
  })
})
