/** Builds the window's client and tracks whether the service answers and accepts the window's credentials. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer } from 'react'
import { LabEvent } from '../../../main/contract/backends/lab-events'
import { BeaconFrame } from '../../../main/contract/entropy/beacon'
import { InstrumentEvent } from '../../../main/contract/instruments/events'
import { routes } from '../../../main/contract/routes'
import { renew } from './query-client'
import { addressOf } from './transport/address'
import { createApiClient } from './transport/client'
import { createEventStream, type Socket, type SocketListeners, type StreamPorts } from './transport/event-stream'
import type { Api } from './use-api'

/** Functions of the window's host, which `main.tsx` takes from the browser or from Electron's bridge. */
export interface ConnectionHost {
  readonly fetch: typeof globalThis.fetch
  readonly signInToken: (() => Promise<string>) | null
  readonly segment: string
  /** Opens a WebSocket on a path of the service. */
  readonly openSocket: (path: string, listeners: SocketListeners) => Socket
}

interface ServiceConnection {
  readonly online: boolean
  readonly refused: boolean
  /** Whether this window was signed in before: its forms then keep their content when the session ends. */
  readonly admitted: boolean
}
type ConnectionEvent = 'answered' | 'silent' | 'admitted' | 'refused' | 'signed_in'

function next(now: ServiceConnection, event: ConnectionEvent): ServiceConnection {
  switch (event) {
    case 'answered':
      return now.online ? now : { ...now, online: true }
    case 'silent':
      return now.online ? { ...now, online: false } : now
    case 'admitted':
      return now.admitted ? now : { ...now, admitted: true }
    case 'refused':
      return now.refused ? now : { ...now, refused: true }
    case 'signed_in':
      return { ...now, refused: false }
  }
}

/**
 * The client with its state; `refused` requests a sign-in, `signedIn` reports one. Shown data is fetched again when the
 * service is back or the window is signed in again.
 */
export function useConnection(host: ConnectionHost): Api & ServiceConnection & { signedIn: () => void } {
  const [state, dispatch] = useReducer(next, { online: true, refused: false, admitted: false })
  const queries = useQueryClient()
  const { online } = state
  useEffect(() => {
    if (online) void renew(queries)
  }, [online, queries])
  const call = useMemo(
    () =>
      createApiClient({
        ...host,
        onAnswered: answered => dispatch(answered ? 'answered' : 'silent'),
        admitted: () => dispatch('admitted'),
        refused: () => dispatch('refused'),
      }),
    [host],
  )
  const streams = useMemo(() => {
    const portsOf = (route: { readonly path: string }, query: { readonly log?: boolean } = {}): StreamPorts => ({
      open: (after, listeners) =>
        host.openSocket(addressOf(route, { params: {}, query: { ...query, after }, segment: host.segment }), listeners),
    })
    return {
      events: createEventStream(portsOf(routes.jobEvents)),
      labEvents: createEventStream(portsOf(routes.labEvents), LabEvent),
      instrumentEvents: createEventStream(portsOf(routes.instrumentEvents), InstrumentEvent),
      pulses: createEventStream(portsOf(routes.streamPulses), BeaconFrame),
      commandEvents: createEventStream(portsOf(routes.instrumentEvents, { log: true }), InstrumentEvent),
    }
  }, [host])
  return useMemo(() => {
    const signedIn = () => {
      if (state.admitted) void renew(queries)
      else queries.clear()
      dispatch('signed_in')
    }
    return { ...state, call, ...streams, signedIn }
  }, [state, call, streams, queries])
}
