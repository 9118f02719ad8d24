import type { ByteTwin, TwinClock } from '../model/byte-twin'
import { createLineTwin } from '../model/line-twin'

interface LakeShoreLine {
  readonly clock: TwinClock
  /** A message sooner behind the last one is lost, as the manuals warn: 20 messages a second. */
  readonly minimumGapMs: number
  /** Mnemonic and argument in capitals; null where nothing is answered. */
  handle(name: string, argument: string): string | null
}

/** The remote interface of Lake Shore's thermometers: lines of at most 255 characters, answered with CR LF. */
export function createLakeShoreLine({ clock, minimumGapMs, handle }: LakeShoreLine): ByteTwin {
  let last = Number.NEGATIVE_INFINITY
  return createLineTwin({
    replyEnd: '\r\n',
    inputBytes: 255,
    handle(text) {
      const early = clock.now() - last < minimumGapMs
      last = clock.now()
      if (early) return null
      const [, name = '', argument = ''] = /^\s*(\*?[A-Z]+\??)\s*(.*?)\s*$/.exec(text.toUpperCase()) ?? []
      return handle(name, argument)
    },
  })
}
