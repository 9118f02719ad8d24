/** SRS DC205 after its operation manual: VOLT, RNGE, SOUT, ISOL; LEXE? and LCME? give the last error and forget it. */
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createLineTwin } from '../model/line-twin'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'

const RANGES = ['RANGE1', 'RANGE10', 'RANGE100'] as const
/** Of LCME? and LEXE?. */
const [BUFFER_OVERFLOW, BAD_FLOAT, UNKNOWN_TOKEN, NOT_COMPATIBLE] = [8, 9, 14, 5]
/** Volts at which a range ends. */
const SPANS = [1.01, 10.1, 101]
/** Six digits on each range: 1, 10 and 100 microvolts. */
const STEPS_PER_VOLT = [1e6, 1e5, 1e4]

export function createDc205Twin({ serialNumber = '00142' }: TwinOptions): ByteTwin & MisbehavingTwin {
  const guard = createSetGuard()
  let [volts, range, isOn] = [0, 0, false]
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
    if (isOn) return fail('execution', NOT_COMPATIBLE)
    range = index
    volts = 0
    return null
  }
  const setOutput = (text: string): null => {
    if (!/^(ON|OFF|0|1)$/.test(text)) return fail('command', UNKNOWN_TOKEN)
    isOn = guard.taken(text === 'ON' || text === '1' ? 1 : 0, isOn ? 1 : 0) === 1
    return null
  }

  const line = createLineTwin({
    replyEnd: '\r\n',
    inputBytes: 128,
    overflow: () => fail('command', BUFFER_OVERFLOW),
    handle(text) {
      const [, name = '', query = '', argument = ''] = /^\s*([*A-Z]+)(\?)?\s*(.*?)\s*$/.exec(text.toUpperCase()) ?? []
      switch (name + query) {
        case '*IDN?':
          return `Stanford_Research_Systems,DC205,s/n${serialNumber},ver1.00`
        case '*OPC?':
          return '1'
        case 'VOLT?':
          return volts.toFixed(6)
        case 'RNGE?':
          return String(range)
        case 'SOUT?':
          return isOn ? '1' : '0'
        case 'OVLD?':
          return '0'
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
        case 'SOUT':
          return setOutput(argument)
        default:
          return name === '' ? null : fail('command', 2)
      }
    },
  })
  return { ...line, misbehave: guard.misbehave }
}
