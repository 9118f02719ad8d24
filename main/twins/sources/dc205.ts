/**
 * SRS DC205 after its operation manual: VOLT, RNGE, SOUT, ISOL, SENS; LEXE? and LCME? give the last error and forget it; TERM and TOKN
 * say how it answers; a line may hold several commands with semicolons between.
 */
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createLineTwin } from '../model/line-twin'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'

const RANGES = ['RANGE1', 'RANGE10', 'RANGE100'] as const
const SWITCHES = {
  SOUT: ['OFF', 'ON'],
  ISOL: ['GROUND', 'FLOAT'],
  SENS: ['TWOWIRE', 'FOURWIRE'],
  TOKN: ['OFF', 'ON'],
  TERM: ['NONE', 'CR', 'LF', 'CRLF', 'LFCR'],
} as const
const LINE_ENDS = ['', '\r', '\n', '\r\n', '\n\r']
/** Codes returned by LCME? and LEXE?. */
const [BUFFER_OVERFLOW, BAD_FLOAT, UNKNOWN_TOKEN, NOT_COMPATIBLE] = [8, 9, 14, 5]
/** Volts at which a range ends. */
const SPANS = [1.01, 10.1, 101]
/** Six digits on each range: 1, 10 and 100 microvolts. */
const STEPS_PER_VOLT = [1e6, 1e5, 1e4]

export function createDc205Twin({ serialNumber = '00142' }: TwinOptions): ByteTwin & MisbehavingTwin {
  const guard = createSetGuard()
  let [volts, range] = [0, 0]
  const switches = { SOUT: 0, ISOL: 0, SENS: 0, TOKN: 0, TERM: 3 }
  let [executionError, commandError] = [0, 0]
  const fail = (kind: 'execution' | 'command', code: number): null => {
    if (kind === 'execution') executionError = code
    else commandError = code
    return null
  }

  const setVolts = (text: string): null => {
    const wanted = Number(text)
    if (text === '' || !Number.isFinite(wanted)) return fail('command', BAD_FLOAT)
    if (Math.abs(wanted) > SPANS[range]!) return fail('execution', 1)
    const perVolt = STEPS_PER_VOLT[range]!
    volts = Math.round(guard.taken(wanted, volts) * perVolt) / perVolt
    return null
  }
  const setRange = (text: string): null => {
    const index = /^[0-2]$/.test(text) ? Number(text) : RANGES.indexOf(text as (typeof RANGES)[number])
    if (index < 0) return fail('command', UNKNOWN_TOKEN)
    // Its relays do not switch under voltage.
    if (switches.SOUT === 1) return fail('execution', NOT_COMPATIBLE)
    range = index
    volts = 0
    return null
  }
  const setSwitch = (name: keyof typeof SWITCHES, text: string): null => {
    const words: readonly string[] = SWITCHES[name]
    const index = /^\d$/.test(text) ? Number(text) : words.indexOf(text)
    if (words[index] === undefined) return fail('command', UNKNOWN_TOKEN)
    switches[name] = name === 'SOUT' ? Math.round(guard.taken(index, switches.SOUT)) : index
    return null
  }
  /** Tokens are sent as their numbers unless TOKN is on. */
  const token = (words: readonly string[], index: number): string =>
    switches.TOKN === 1 ? words[index]! : String(index)

  const one = (text: string): string | null => {
    const [, name = '', query = '', argument = ''] = /^\s*([*A-Z]+)(\?)?\s*(.*?)\s*$/.exec(text.toUpperCase()) ?? []
    if (name in SWITCHES) {
      const known = name as keyof typeof SWITCHES
      return query === '?' ? token(SWITCHES[known], switches[known]) : setSwitch(known, argument)
    }
    switch (name + query) {
      case '*IDN?':
        return `Stanford_Research_Systems,DC205,s/n${serialNumber},ver1.00`
      case '*OPC?':
        return '1'
      case 'VOLT?':
        return volts.toFixed(6)
      case 'RNGE?':
        return token(RANGES, range)
      case 'OVLD?':
        return token(['OKAY', 'OVLD'], 0)
      case 'ILOC?':
        return token(['OPEN', 'CLOSED'], 1)
      case 'LEXE?':
      case 'LCME?': {
        const code = name === 'LEXE' ? executionError : commandError
        if (name === 'LEXE') executionError = 0
        else commandError = 0
        return String(code)
      }
      case 'VOLT':
        return setVolts(argument)
      case 'RNGE':
        return setRange(argument)
      default:
        return name === '' ? null : fail('command', 2)
    }
  }

  const line = createLineTwin({
    replyEnd: () => LINE_ENDS[switches.TERM]!,
    inputBytes: 128,
    overflow: () => fail('command', BUFFER_OVERFLOW),
    handle(text) {
      const answers = text.split(';').flatMap(command => one(command) ?? [])
      return answers.length > 0 ? answers.join(';') : null
    },
  })
  return { ...line, misbehave: guard.misbehave }
}
