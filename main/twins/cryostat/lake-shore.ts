/**
 * Lake Shore 336: four inputs on the stages of a fridge, each relaxing to its own temperature with a little noise, and heaters that
 * warm two of them. Seven-bit lines; a message within 45 ms of the last is lost, as the manual warns (20 messages a second).
 */
import { seededRandom } from '../../circuits/model/seeded-random'
import { normalFromHalfOpen } from '../../qec/statistics/random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'
import { createControlOutputs } from './control-outputs'
import { createHeatedStage } from './heated-stage'
import { createLakeShoreLine } from './lake-shore-line'

/** Kelvin: 50 K plate, 4 K plate, still, mixing chamber. */
const STAGES = [46.2, 3.81, 0.86, 0.0112]

interface LakeShore {
  /** 0 lets messages follow each other at any rate. */
  readonly minimumGapMs?: number
  /** Kelvin of each stage at the start, from which it relaxes to its own. */
  readonly start?: readonly number[]
}

export interface LakeShoreTwin extends ByteTwin, MisbehavingTwin {
  /** A broken wire: reading 0 and the status bit of an invalid reading. */
  breakSensor(input: 'A' | 'B' | 'C' | 'D', broken: boolean): void
}

export function createLakeShoreTwin({
  clock,
  seed,
  serialNumber = 'LSA23JR/LSA23KL',
  minimumGapMs = 45,
  start = STAGES,
}: TwinOptions & LakeShore): LakeShoreTwin {
  const random = seededRandom(seed)
  const guard = createSetGuard()
  const outputs = createControlOutputs(guard)
  const stages = STAGES.map((rest, index) => ({
    input: index + 1,
    rest,
    isBroken: false,
    stage: createHeatedStage(clock, { rest, start: start[index]! }),
  }))
  type Stage = (typeof stages)[number]
  const stageOf = (input: string): Stage | undefined =>
    /^[A-D]$/.test(input) ? stages['ABCD'.indexOf(input)] : undefined
  const restOf = (input: number) => stages[input - 1]!.rest

  const shown = (kelvin: number) => `+${kelvin.toFixed(kelvin < 10 ? 4 : kelvin < 100 ? 3 : 2).padStart(6, '0')}`
  const reading = ({ stage, isBroken }: Stage) =>
    shown(isBroken ? 0 : Math.max(0.001, stage.kelvin() * (1 + 2e-4 * normalFromHalfOpen(random))))

  /** Ohm of a resistor of ceramic oxynitride, which grows as a power law towards low temperatures. */
  const sensor = ({ stage, isBroken }: Stage) =>
    isBroken ? '+0.00000' : `+${(65 * (300 / Math.max(0.001, stage.kelvin())) ** 0.7).toPrecision(6)}`

  const set = (change: (argument: string) => void, argument: string): null => {
    change(argument)
    for (const { input, rest, stage } of stages) stage.heatTo(outputs.held(input, rest))
    return null
  }
  const ofInput = (argument: string, answer: (stage: Stage) => string): string | null => {
    const stage = stageOf(argument)
    return stage ? answer(stage) : null
  }
  const ofOutput = <T>(found: T | null, text: (found: T) => string): string | null =>
    found === null ? null : text(found)

  const line = createLakeShoreLine({
    clock,
    minimumGapMs,
    handle(name, argument) {
      switch (name) {
        case '*IDN?':
          return `LSCI,MODEL336,${serialNumber},2.9`
        case 'KRDG?':
          return ofInput(argument, reading)
        case 'SRDG?':
          return ofInput(argument, sensor)
        case 'RDGST?':
          return ofInput(argument, ({ isBroken }) => (isBroken ? '001' : '000'))
        case 'SETP?':
          return ofOutput(outputs.setpoint(Number(argument)), shown)
        case 'RANGE?':
          return ofOutput(outputs.range(Number(argument)), String)
        case 'OUTMODE?':
          return outputs.mode(Number(argument))
        case 'HTR?':
          return ofOutput(outputs.power(Number(argument), restOf), percent => `+${percent.toFixed(1).padStart(5, '0')}`)
        case 'SETP':
          return set(outputs.setSetpoint, argument)
        case 'RANGE':
          return set(outputs.setRange, argument)
        case 'OUTMODE':
          return set(outputs.setMode, argument)
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
  }
}
