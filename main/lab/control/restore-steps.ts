/** Steps that bring settings back to what a snapshot says, by the lab's ramps. */
import type { RestoreReply, SettingsDifference } from '../../contract/instruments/settings-snapshot'
import type { Caller } from '../../contract/service/account'
import type { Instrument } from '../../instruments/drivers/instrument'
import { isFault } from '../../instruments/model/fault'
import type { Registry } from '../../instruments/registry/registry'
import { rampTime, rampTogether } from '../../instruments/safety/ramp'
import { causeOf, holderIdOf } from '../model/actor'
import { problemOfFault } from '../model/app-errors'
import type { Summaries } from '../view/summaries'
import { rampTarget } from './parameters'

export type RestoreStep = RestoreReply['steps'][number]

export interface RestoreSteps {
  /**
   * The step from the present value back to the earlier one, with the time that its ramp takes; `left` where a limit forbids it.
   */
  planned(difference: SettingsDifference): RestoreStep
  /** Carries out a step; `failed` with the problem where that is not possible. */
  carriedOut(step: RestoreStep, caller: Caller): Promise<RestoreStep>
}

export function createRestoreSteps(registry: Pick<Registry, 'list' | 'use'>, summaries: Summaries): RestoreSteps {
  function targetOf(instrument: Instrument, { parameter, channel, to }: RestoreStep) {
    const lab = summaries.channelOf(instrument.id, parameter, channel)
    return rampTarget(instrument, { parameter, channel, value: to, lab })
  }
  return {
    planned({ instrument_id, parameter, channel, unit, before, after }) {
      const step: RestoreStep = {
        instrument_id,
        parameter,
        channel,
        unit,
        from: after,
        to: before!,
        ramp_s: 0,
        outcome: 'planned',
        problem: null,
      }
      try {
        const { instrument } = registry.list().find(one => one.id === instrument_id)!
        const target = instrument && targetOf(instrument, step)
        return target && typeof after === 'number' ? { ...step, ramp_s: rampTime(target, after) / 1_000 } : step
      } catch (error) {
        if (!isFault(error)) throw error
        return { ...step, outcome: 'left', problem: problemOfFault(error) }
      }
    },
    async carriedOut(step, caller) {
      const { instrument_id, parameter, channel, to } = step
      try {
        const instrument = registry.use(instrument_id, holderIdOf(caller))
        const cause = causeOf(caller)
        const target = targetOf(instrument, step)
        if (target) await rampTogether([target], { cause })
        else await instrument.set(parameter, to, { channel, cause })
        return { ...step, outcome: 'set' }
      } catch (error) {
        if (!isFault(error)) throw error
        return { ...step, outcome: 'failed', problem: problemOfFault(error) }
      }
    },
  }
}
