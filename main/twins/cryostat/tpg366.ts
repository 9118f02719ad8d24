/**
 * Pfeiffer TPG 366: a mnemonic is acknowledged, ENQ fetches what it asked for. After power-on it sends all gauges every
 * second (COM), until anything is received; ETX ends it too.
 */
import { seededRandom } from '../../circuits/model/seeded-random'
import { normalFromHalfOpen } from '../../qec/statistics/random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createOutlet } from '../model/outlet'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'

const [ETX, ENQ, ACK, NAK] = [0x03, 0x05, 0x06, 0x15]
const GAUGES = 6
/** Pascal: insulation vacuum, still line, trap, dump, and two places with nothing plugged in. */
const PRESSURES = [4e-4, 12, 90, 65_000]
const STREAM_MS = 1_000
/** Pascal in one unit: mbar, Torr, Pa, micron, hPa, V. */
const UNITS = [100, 133.322, 1, 0.133322, 100, 1]

export interface Tpg366Twin extends ByteTwin, MisbehavingTwin {
  /** 0 ok, 1 underrange, 2 overrange, 3 sensor error, 4 off, 5 none, 6 identification error. */
  setStatus(gauge: number, status: number): void
}

/** 0 none, 1 off, 2 on. */
const sensorWord = (status: number): number => (status === 4 ? 1 : status === 5 ? 0 : 2)

/** `1.0034E-02` */
function exponential(value: number): string {
  const [mantissa, exponent] = value.toExponential(4).split('e')
  return `${mantissa}E${exponent![0]}${exponent!.slice(1).padStart(2, '0')}`
}

interface Gauges {
  readonly statuses: number[]
  /** Index of the unit in which pressures are given. */
  unit: number
  /** Status and pressure. */
  pressure(gauge: number): string
  all(): string
}

function createGauges(seed: TwinOptions['seed']): Gauges {
  const random = seededRandom(seed)
  const statuses = Array.from({ length: GAUGES }, (_, gauge) => (gauge < PRESSURES.length ? 0 : 5))
  const gauges: Gauges = {
    statuses,
    unit: 0,
    pressure(gauge) {
      const value =
        statuses[gauge] === 0 ? (PRESSURES[gauge]! * (1 + 0.01 * normalFromHalfOpen(random))) / UNITS[gauges.unit]! : 0
      return `${statuses[gauge]},${exponential(value)}`
    },
    all: () => statuses.map((_, gauge) => gauges.pressure(gauge)).join(','),
  }
  return gauges
}

export function createTpg366Twin({
  clock,
  seed,
  serialNumber = '44998112',
  streaming = false,
}: TwinOptions & { streaming?: boolean }): Tpg366Twin {
  const outlet = createOutlet()
  const guard = createSetGuard()
  const gauges = createGauges(seed)
  let error = '0000'
  let answer = ''
  let line = ''
  let cancelStream = () => {}

  const stream = () => {
    outlet.sendText(`${gauges.all()}\r\n`)
    cancelStream = clock.after(STREAM_MS, stream)
  }
  if (streaming) cancelStream = clock.after(STREAM_MS, stream)

  const refuse = (word: string): null => {
    error = word
    return null
  }
  /** Reply that ENQ will fetch; null where the mnemonic is refused. */
  const mnemonic = (text: string): string | null => {
    const [name = '', argument] = text.toUpperCase().split(',')
    const gauge = /^PR[1-6]$/.test(name) ? Number(name[2]) - 1 : null
    if (gauge !== null) return gauges.pressure(gauge)
    switch (name) {
      case 'PRX':
        return gauges.all()
      case 'AYT':
        return `TPG366,PTG28290,${serialNumber},010300,010100`
      case 'UNI': {
        const wanted = Number(argument ?? gauges.unit)
        if (!Number.isInteger(wanted) || wanted < 0 || wanted > 5) return refuse('0010')
        if (argument !== undefined) gauges.unit = Math.trunc(guard.taken(wanted, gauges.unit))
        return String(gauges.unit)
      }
      case 'SEN':
        return gauges.statuses.map(sensorWord).join(',')
      case 'ERR': {
        const word = error
        error = '0000'
        return word
      }
      case 'COM':
        cancelStream = clock.after(100, stream)
        return ''
      default:
        return refuse('0001')
    }
  }
  const onLine = (text: string) => {
    if (text === '') return
    const result = mnemonic(text)
    answer = result ?? error
    outlet.send(Uint8Array.of(result === null ? NAK : ACK, 13, 10))
  }

  return {
    receive(bytes) {
      cancelStream()
      for (const byte of bytes) {
        if (byte === ENQ) outlet.sendText(`${answer}\r\n`)
        else if (byte === ETX) [line, answer] = ['', '']
        else if (byte === 0x0a) {
          onLine(line.replace(/\r$/, ''))
          line = ''
        } else if (line.length < 80) line += String.fromCharCode(byte)
      }
    },
    onSend: outlet.onSend,
    close() {
      cancelStream()
      outlet.close()
    },
    misbehave: guard.misbehave,
    setStatus(gauge, status) {
      gauges.statuses[gauge - 1] = status
    },
  }
}
