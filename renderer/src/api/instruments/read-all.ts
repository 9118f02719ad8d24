/**
 * Reads each parameter of an instrument once, one after another, so that other callers get turns in the instrument's
 * queue.
 */
import { useEffect, useRef, useState } from 'react'
import type { InstrumentDetail } from '../../../../main/contract/instruments/instrument'
import type { ReadReply } from '../../../../main/contract/instruments/reading'
import { routes } from '../../../../main/contract/routes'
import { type ApiProblem, problemFrom } from '../transport/problem'
import { useApi } from '../use-api'

export interface ReadPlace {
  readonly parameter: string
  readonly channel: string | null
  readonly name: string
}

export interface ReadAll {
  readonly state: 'reading' | 'done' | 'cancelled'
  readonly total: number
  /** By `placeKey`. */
  readonly answers: ReadonlyMap<string, ReadReply>
  readonly failures: readonly (ReadPlace & { readonly problem: ApiProblem })[]
}

export const placeKey = ({ parameter, channel }: Pick<ReadPlace, 'parameter' | 'channel'>): string =>
  JSON.stringify([parameter, channel])

/** Name of a parameter at a channel: the lab's where it has one, else the driver's. */
export const placeName = (
  { label }: Pick<InstrumentDetail['parameters'][number], 'label'>,
  { channel, lab }: InstrumentDetail['parameters'][number]['channels'][number],
): string => lab?.label ?? (channel === null ? label : `${label} ${channel}`)

/** Every parameter at each of its channels; all parameters can be read. */
export const everyPlace = ({ parameters }: Pick<InstrumentDetail, 'parameters'>): ReadPlace[] =>
  parameters.flatMap(form =>
    form.channels.map(at => ({ parameter: form.parameter, channel: at.channel, name: placeName(form, at) })),
  )

interface ReadPlacesOptions {
  readonly signal: AbortSignal
  readonly read: (place: ReadPlace) => Promise<ReadReply>
  /** Called at the start, after each answer, and at the end. */
  readonly onProgress: (all: ReadAll) => void
}

/** Reads the places in order and continues after failures. Never rejects. */
export async function readPlaces(
  places: readonly ReadPlace[],
  { signal, read, onProgress }: ReadPlacesOptions,
): Promise<void> {
  const answers = new Map<string, ReadReply>()
  const failures: ReadAll['failures'][number][] = []
  const report = (state: ReadAll['state']) =>
    onProgress({ state, total: places.length, answers: new Map(answers), failures: [...failures] })
  report('reading')
  for (const place of places) {
    if (signal.aborted) break
    try {
      answers.set(placeKey(place), await read(place))
    } catch (thrown) {
      if (signal.aborted) break
      failures.push({ ...place, problem: problemFrom(thrown) })
    }
    report('reading')
  }
  report(answers.size + failures.length < places.length ? 'cancelled' : 'done')
}

/** State and controls of reading all; `all` is null before the first start. Leaving the page cancels it. */
export function useReadAll(instrument: InstrumentDetail) {
  const { call } = useApi()
  const [all, setAll] = useState<ReadAll | null>(null)
  const going = useRef<AbortController | null>(null)
  const cancel = () => going.current?.abort()
  useEffect(() => () => going.current?.abort(), [])
  const start = async () => {
    if (going.current) return
    const controller = new AbortController()
    going.current = controller
    const { signal } = controller
    const { instrument_id } = instrument
    const read = ({ parameter, channel }: ReadPlace) => {
      const query = channel === null ? {} : { channel }
      return call(routes.readParameter, { params: { instrument_id, parameter }, query }, signal)
    }
    await readPlaces(everyPlace(instrument), { signal, read, onProgress: setAll })
    going.current = null
  }
  return { all, start, cancel }
}
