/** Merges events of the stream into earlier replies. Pure: use-instruments.ts stores the replies. */
import type { InstrumentEvent } from '../../../../main/contract/instruments/events'
import type { InstrumentDetail, InstrumentList } from '../../../../main/contract/instruments/instrument'
import type { MachineProgress } from '../../../../main/contract/instruments/lab'

/** The list after an event of an instrument; a new instrument is appended. Events of other types change nothing. */
export function listAfterEvent(list: InstrumentList, event: InstrumentEvent): InstrumentList {
  if (event.type === 'removed')
    return { ...list, items: list.items.filter(({ instrument_id }) => instrument_id !== event.instrument_id) }
  if (event.type !== 'instrument') return list
  const { instrument } = event
  const known = list.items.some(({ instrument_id }) => instrument_id === instrument.instrument_id)
  const items = known
    ? list.items.map(each => (each.instrument_id === instrument.instrument_id ? instrument : each))
    : [...list.items, instrument]
  return { ...list, items }
}

/** The instrument after an event, with its new state or a newer reading. */
export function instrumentAfterEvent(detail: InstrumentDetail, event: InstrumentEvent): InstrumentDetail {
  if (event.type === 'instrument' && event.instrument.instrument_id === detail.instrument_id)
    return { ...detail, ...event.instrument }
  if (event.type !== 'reading' || event.instrument_id !== detail.instrument_id) return detail
  const { reading } = event
  return {
    ...detail,
    parameters: detail.parameters.map(form =>
      form.parameter === reading.parameter
        ? {
            ...form,
            channels: form.channels.map(each =>
              each.channel === reading.channel && (each.latest === null || each.latest.at <= reading.at)
                ? { ...each, latest: reading }
                : each,
            ),
          }
        : form,
    ),
  }
}

/** The progress list with `newer` in place of the earlier entry of the same instrument and work, or appended. */
export function progressAfterEvent(known: readonly MachineProgress[], newer: MachineProgress): MachineProgress[] {
  const isSame = (each: MachineProgress) => each.instrument_id === newer.instrument_id && each.work === newer.work
  return known.some(isSame) ? known.map(each => (isSame(each) ? newer : each)) : [...known, newer]
}
