/** Differences between two snapshots of settings. */
import type { CompareReply, SettingsDifference, SettingsSnapshot } from '../../contract/instruments/settings-snapshot'
import { agrees } from '../../instruments/drivers/parameter-spec'
import type { ParameterSpec } from '../../instruments/drivers/schema'
import { InstrumentError } from '../../instruments/model/fault'
import { problemOfFault } from '../model/app-errors'

export type SettingsItem = SettingsSnapshot['items'][number]
/**
 * The parameter of a connected instrument. Undefined where it is not connected: its values are then compared without a
 * tolerance.
 */
export type ParameterOf = (instrument_id: string, parameter: string) => ParameterSpec | undefined

export function compareItems(
  before: readonly SettingsItem[],
  after: readonly SettingsItem[],
  parameterOf: ParameterOf,
): Pick<CompareReply, 'differences' | 'problems'> {
  const problems = [...before, ...after].flatMap(({ instrument_id, problem }) =>
    problem ? [{ instrument_id, ...problem }] : [],
  )
  const differences = before.flatMap(item => {
    const { instrument_id } = item
    const other = after.find(one => one.instrument_id === instrument_id)
    if (other) return item.problem || other.problem ? [] : differencesOf(item, other, parameterOf)
    problems.push({ instrument_id, ...notOnBothSides(instrument_id) })
    return []
  })
  return { differences, problems }
}

function differencesOf(item: SettingsItem, other: SettingsItem, parameterOf: ParameterOf): SettingsDifference[] {
  const { instrument_id } = item
  return item.readings.flatMap(({ parameter, channel, unit, value: before }) => {
    const now = other.readings.find(one => one.parameter === parameter && one.channel === channel)
    const after = now?.value ?? null
    const spec = parameterOf(instrument_id, parameter)
    if (spec ? agrees(spec.value, { tolerance: spec.tolerance, wanted: before, found: after }) : before === after)
      return []
    const [label, settable] = [spec?.label ?? parameter, spec?.set !== undefined]
    return [{ instrument_id, parameter, channel, label, unit, before, after, settable }]
  })
}

const notOnBothSides = (id: string) => problemOfFault(new InstrumentError('port_missing', `${id} is not on both sides`))
