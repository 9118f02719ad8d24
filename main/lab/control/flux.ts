/** Fluxes through the crosstalk matrix: read back, changed, checked as voltages, ramped together. */
import type { FluxState, SetFlux, SetFluxReply } from '../../contract/instruments/flux'
import type { LabChannel } from '../../contract/instruments/lab-profile'
import { AppError } from '../../contract/model/errors'
import type { Caller } from '../../contract/service/account'
import type { Instrument } from '../../instruments/drivers/instrument'
import { InstrumentError, isFault } from '../../instruments/model/fault'
import type { Cause, SetResult } from '../../instruments/model/request'
import type { Registry } from '../../instruments/registry/registry'
import { type RampTarget, rampTogether } from '../../instruments/safety/ramp'
import { causeOf, holderIdOf } from '../model/actor'
import { withAppErrors } from '../model/app-errors'
import { fluxesOf, voltsOf } from '../profile/crosstalk'
import type { Lab } from '../profile/lab-file'
import type { Summaries } from '../view/summaries'
import { rampTarget, refusedSet } from './parameters'

export interface Flux {
  /** By the last readings. Throws `conflict` where the lab has no crosstalk matrix. */
  state(): FluxState
  set(request: SetFlux, caller: Caller): Promise<SetFluxReply>
}

interface FluxParts {
  readonly registry: Registry
  readonly labNow: () => Lab
  readonly summaries: Summaries
  /** Called with a value that was refused before anything was sent. */
  readonly onRefused: (instrument: string, refused: SetResult) => void
}

export function createFlux({ registry, labNow, summaries, onRefused }: FluxParts): Flux {
  const matrix = () => {
    const { crosstalk, channels } = labNow()
    if (!crosstalk)
      throw new AppError('conflict', 'This lab has no crosstalk matrix; give it one under /crosstalk of its lab file')
    return { crosstalk, channels: crosstalk.channels.map(id => channels.find(channel => channel.id === id)!) }
  }
  const shown = (volts: readonly (number | null)[]): FluxState => {
    const { crosstalk, channels } = matrix()
    const phi0 = volts.every(value => value !== null) ? fluxesOf(crosstalk, volts) : channels.map(() => null)
    return {
      items: channels.map((one, at) => ({
        channel_id: one.id,
        label: one.label,
        instrument_id: one.instrument,
        parameter: one.parameter,
        channel: one.channel,
        qubit: one.qubit,
        min_v: one.min,
        max_v: one.max,
        simulated: summaries.isSimulated(one.instrument),
        volts: volts[at] ?? null,
        phi0: phi0[at] ?? null,
      })),
    }
  }
  const latest = ({ instrument, parameter, channel }: LabChannel): number | null => {
    const value = registry.latest(instrument, parameter, channel)?.value
    return typeof value === 'number' ? value : null
  }
  return {
    state: () => shown(matrix().channels.map(latest)),
    set: ({ phi0: wanted, dry_run }, caller) =>
      withAppErrors(
        async () => {
          const { crosstalk, channels } = matrix()
          refuseUnknown(wanted, crosstalk.channels)
          const cause = causeOf(caller)
          const instruments = channels.map(({ instrument }) => registry.use(instrument, holderIdOf(caller)))
          const now = await readVolts(channels, instruments, cause)
          const phi0 = fluxesOf(crosstalk, now).map((value, at) => wanted[channels[at]!.id] ?? value)
          const volts = voltsOf(crosstalk, phi0)
          const targets = channels.map((lab, at): RampTarget => {
            const [instrument, value] = [instruments[at]!, volts[at]!]
            const { parameter, channel, unit } = lab
            try {
              const target = rampTarget(instrument, { parameter, channel, value, lab })
              // Computed volts may lie between two values that the instrument can take.
              return { ...(target ?? { instrument, parameter, channel, value }), nearest: true }
            } catch (error) {
              const refused = { parameter, channel, unit: unit ?? null, requested: value, cause }
              if (isFault(error) && !dry_run) onRefused(lab.instrument, refusedSet({ ...refused, problem: error }))
              throw error
            }
          })
          if (dry_run) return { ...shown(volts), dry_run }
          await rampTogether(targets, { cause })
          return { ...shown(channels.map(latest)), dry_run }
        },
        { value: '/phi0', channel: '/phi0' },
      ),
  }
}

function refuseUnknown(wanted: SetFlux['phi0'], channels: readonly string[]): void {
  const unknown = Object.keys(wanted).find(name => !channels.includes(name))
  if (unknown === undefined) return
  throw new AppError('invalid_request', `The crosstalk matrix has no channel ${unknown}`, {
    faults: [{ pointer: `/phi0/${unknown}`, message: `one of ${channels.join(', ')}` }],
  })
}

/** Reads the volts of one channel after another. */
async function readVolts(
  channels: readonly LabChannel[],
  instruments: readonly Instrument[],
  cause: Cause,
): Promise<number[]> {
  const volts: number[] = []
  for (const [at, { parameter, channel }] of channels.entries()) {
    const { value, status } = await instruments[at]!.read(parameter, { channel, cause })
    if (typeof value !== 'number')
      throw new InstrumentError('sensor_invalid', `${parameter} ${channel} reads ${status}`, instruments[at]!.id)
    volts.push(value)
  }
  return volts
}
