/** Gives components the client through one context at the root. */
import { createContext, useContext } from 'react'
import type { LabEvent } from '../../../main/contract/backends/lab-events'
import type { BeaconFrame } from '../../../main/contract/entropy/beacon'
import type { InstrumentEvent } from '../../../main/contract/instruments/events'
import type { Call } from './transport/client'
import type { EventStream } from './transport/event-stream'

export interface Api {
  readonly call: Call
  readonly events: EventStream
  /** Snapshots, moved layouts, runs and studies. */
  readonly labEvents: EventStream<LabEvent>
  /** States, readings, leases, alarms and progress of instruments. */
  readonly instrumentEvents: EventStream<InstrumentEvent>
  /** Instrument events plus every command and reply; opened only while a log is shown, as these are many. */
  readonly commandEvents: EventStream<InstrumentEvent>
  /** Pulses of the beacon, once a minute. */
  readonly pulses: EventStream<BeaconFrame>
  /** False while the service does not answer. */
  readonly online: boolean
}

export const ApiContext = createContext<Api | null>(null)

/** The client of this window. Throws outside ApiContext, which is a bug. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useApi needs an ApiContext above it')
  return api
}
