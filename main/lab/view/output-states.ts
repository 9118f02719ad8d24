/** States of the outputs that the lab keeps within limits, as a run reads them before it starts. */
import type { LabChannel } from '../../contract/instruments/lab-profile'
import type { OutputLimitState } from '../../contract/instruments/limits'
import { outputSpec } from '../../instruments/drivers/parameter-spec'
import { isFault } from '../../instruments/model/fault'
import { SERVICE } from '../../instruments/records/follow'
import type { Registry } from '../../instruments/registry/registry'
import { isLimited, outputBreach, readOutput } from '../../instruments/safety/output-limits'
import type { Lab } from '../profile/lab-file'
import { wireReading } from './forms'
import type { Summaries } from './summaries'

/** Longest wait for readings, in milliseconds: an instrument may not answer. */
const LONGEST_LOOK_MS = 2_000

export interface OutputStates {
  /** Never rejects for a fault of an instrument. */
  look(): Promise<OutputLimitState[]>
}

interface OutputParts {
  readonly registry: Registry
  readonly labNow: () => Pick<Lab, 'channels'>
  readonly summaries: Pick<Summaries, 'isSimulated'>
}

export function createOutputStates({ registry, labNow, summaries }: OutputParts): OutputStates {
  const connected = (id: string) => registry.list().find(one => one.id === id)?.instrument ?? null
  const specOf = ({ instrument, parameter }: LabChannel) => {
    const driver = connected(instrument)?.driver ?? registry.driverOf(instrument)
    return driver ? outputSpec(driver, parameter) : undefined
  }
  const limited = (): LabChannel[] => labNow().channels.filter(one => isLimited(one) && specOf(one) !== undefined)
  const readAll = async (id: string, channels: readonly LabChannel[]): Promise<void> => {
    for (const output of channels) {
      const instrument = connected(id)
      // The holder has the line to itself: others see the last readings.
      if (!instrument || registry.leases.holderOf(id) !== null) return
      try {
        await readOutput(instrument, output, SERVICE)
      } catch (error) {
        if (!isFault(error)) throw error
        return
      }
    }
  }
  /** Callers at the same time share one reading. */
  let reading: Promise<unknown> | null = null
  const readAnew = (): Promise<unknown> => {
    const all = limited()
    const ids = [...new Set(all.map(({ instrument }) => instrument))]
    const ofOne = (id: string) => all.filter(({ instrument }) => instrument === id)
    reading ??= Promise.all(ids.map(id => readAll(id, ofOne(id)))).finally(() => {
      reading = null
    })
    return reading
  }
  const stateOf = (one: LabChannel): OutputLimitState => {
    const { id, label, instrument, parameter, channel, unit, min, max } = one
    const last = registry.latest(instrument, parameter, channel)
    const message = last && outputBreach(one, last, { instrument, tolerance: specOf(one)?.tolerance ?? 0 })
    return {
      id,
      label,
      instrument,
      parameter,
      channel,
      min,
      max,
      message,
      unit: last?.unit ?? unit,
      simulated: summaries.isSimulated(instrument),
      status: last === null ? 'not_read' : message === null ? 'ok' : 'beyond',
      reading: last && wireReading(last),
    }
  }
  return {
    async look() {
      let timer: NodeJS.Timeout | undefined
      const longEnough = new Promise(resolve => {
        timer = setTimeout(resolve, LONGEST_LOOK_MS)
      })
      await Promise.race([readAnew(), longEnough]).finally(() => clearTimeout(timer))
      return limited().map(stateOf)
    },
  }
}
