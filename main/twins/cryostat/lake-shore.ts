/**
 * Lake Shore 336: four inputs on the stages of a fridge, each relaxing to its own temperature with a little noise. Seven-bit
 * lines; a message within 45 ms of the last is lost, as the manual warns (20 messages a second).
 */
import { seededRandom } from '../../circuits/model/seeded-random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { gaussian } from '../model/random'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'
import { createLakeShoreLine } from './lake-shore-line'

/** Kelvin: 50 K plate, 4 K plate, still, mixing chamber. */
const STAGES = [46.2, 3.81, 0.86, 0.0112]
const RELAXATION_MS = 60_000

interface LakeShore {
  /** 0 lets messages follow each other at any rate. */
  readonly minimumGapMs?: number
  /** Kelvin now, each relaxing to its stage's own. */
  readonly start?: readonly number[]
}

export interface LakeShoreTwin extends ByteTwin, MisbehavingTwin {
  /** A broken wire: reading 0 and the status bit of an invalid reading. */
  breakSensor(input: 'A' | 'B' | 'C' | 'D', broken: boolean): void
  /** Lets a stage go to another temperature. */
  setStage(input: 'A' | 'B' | 'C' | 'D', kelvin: number): void
}

export function createLakeShoreTwin({
  clock,
  seed,
  serialNumber = 'LSA23JR',
  minimumGapMs = 45,
  start = STAGES,
}: TwinOptions & LakeShore): LakeShoreTwin {
  const random = seededRandom(seed)
  const guard = createSetGuard()
  const stages = STAGES.map((rest, index) => ({ rest, from: start[index]!, since: clock.now(), isBroken: false }))
  let setpoint = 0
  let range = 0

  const stageOf = (input: string) => stages['ABCD'.indexOf(input)]
  const trueKelvin = ({ rest, from, since }: (typeof stages)[number]) =>
    rest + (from - rest) * Math.exp(-(clock.now() - since) / RELAXATION_MS)
  const shown = (kelvin: number) => `+${kelvin.toFixed(kelvin < 10 ? 4 : kelvin < 100 ? 3 : 2).padStart(6, '0')}`
  const reading = (stage: (typeof stages)[number]) =>
    shown(stage.isBroken ? 0 : Math.max(0.001, trueKelvin(stage) * (1 + 2e-4 * gaussian(random))))

  /** Ohm of a resistor of ceramic oxynitride, which grows as a power law towards low temperatures. */
  const sensor = (stage: (typeof stages)[number]) =>
    stage.isBroken ? '+0.00000' : `+${(65 * (300 / Math.max(0.001, trueKelvin(stage))) ** 0.7).toPrecision(6)}`

  const line = createLakeShoreLine({
    clock,
    minimumGapMs,
    handle(name, argument) {
      const stage = stageOf(argument)
      switch (name) {
        case '*IDN?':
          return `LSCI,MODEL336,${serialNumber}/LSA23KL,2.9`
        case 'KRDG?':
          return stage ? reading(stage) : null
        case 'SRDG?':
          return stage ? sensor(stage) : null
        case 'RDGST?':
          return stage ? (stage.isBroken ? '001' : '000') : null
        case 'SETP?':
          return shown(setpoint)
        case 'RANGE?':
          return String(range)
        case 'SETP':
          setpoint = guard.taken(Number(argument.split(',')[1]), setpoint)
          return null
        case 'RANGE':
          range = Math.trunc(guard.taken(Number(argument.split(',')[1]), range))
          return null
        default:
          return null
      }
    },
  })
  return {
    ...line,
    misbehave: guard.misbehave,
    breakSensor(input, broken) {
      stageOf(input)!.isBroken = broken
    },
    setStage(input, kelvin) {
      const stage = stageOf(input)!
      stage.from = trueKelvin(stage)
      stage.since = clock.now()
      stage.rest = kelvin
    },
  }
}
