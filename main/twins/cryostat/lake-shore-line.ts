import type { ByteTwin, TwinClock } from '../model/byte-twin'
import { createLineTwin } from '../model/line-twin'

interface LakeShoreLine {
  readonly clock: TwinClock
  /** Least time between two messages; one that comes sooner is lost, as the manuals warn (20 messages a second). */
  readonly minimumGapMs: number
  /** Mnemonic and argument in capitals; null where nothing is answered. */
  handle(name: string, argument: string): string | null
}

/** Bits of *ESR?: power on, and a command error. */
const [POWER_ON, COMMAND_ERROR] = [128, 32]

/**
 * The remote interface of Lake Shore's thermometers: lines of at most 255 characters, answered with CR LF. A line may hold several
 * messages with semicolons between; their answers come in one line, too.
 */
export function createLakeShoreLine({ clock, minimumGapMs, handle }: LakeShoreLine): ByteTwin {
  let last = Number.NEGATIVE_INFINITY
  let events = POWER_ON
  const common = (name: string): string | null | undefined => {
    if (name === '*CLS') events = 0
    if (name === '*CLS') return null
    if (name === '*OPC?') return '1'
    if (name !== '*ESR?') return undefined
    const reply = String(events).padStart(3, '0')
    events = 0
    return reply
  }
  const one = (text: string): string | null => {
    const [, name = '', argument = ''] = /^\s*(\*?[A-Z]+\??)\s*(.*?)\s*$/.exec(text) ?? []
    const reply = common(name)
    if (reply !== undefined) return reply
    const answer = handle(name, argument)
    if (answer === null && name.endsWith('?')) events |= COMMAND_ERROR
    return answer
  }
  return createLineTwin({
    replyEnd: '\r\n',
    inputBytes: 255,
    handle(text) {
      const early = clock.now() - last < minimumGapMs
      last = clock.now()
      if (early) return null
      const answers = text
        .toUpperCase()
        .split(';')
        .flatMap(message => one(message) ?? [])
      return answers.length > 0 ? answers.join(';') : null
    },
  })
}
