/** Builds the window's client and keeps what every call teaches about the service: does it answer, does it know us. */
import { useMemo, useReducer } from 'react'
import { LabEvent } from '../../../main/contract/backends/drift'
import { routes } from '../../../main/contract/routes'
import { addressOf } from './transport/address'
import { createClient } from './transport/client'
import { createEventStream, type Socket, type SocketEars, type StreamPorts } from './transport/event-stream'
import type { Api } from './use-api'

/** What the host of the window provides; `main.tsx` fills it from the browser or from Electron's bridge. */
export interface Host {
  readonly fetch: typeof globalThis.fetch
  readonly signInToken: (() => Promise<string>) | null
  readonly segment: string
  /** Opens a WebSocket on a path of the service. */
  readonly openSocket: (path: string, ears: SocketEars) => Socket
}

interface Connection {
  readonly online: boolean
  readonly epoch: number
  readonly refused: boolean
}
type News = 'answered' | 'silent' | 'refused' | 'signed_in'

function next(now: Connection, news: News): Connection {
  switch (news) {
    case 'answered':
      return now.online ? now : { ...now, online: true, epoch: now.epoch + 1 }
    case 'silent':
      return now.online ? { ...now, online: false } : now
    case 'refused':
      return now.refused ? now : { ...now, refused: true }
    case 'signed_in':
      return { ...now, refused: false, epoch: now.epoch + 1 }
  }
}

/** The client with its state; `refused` asks for a sign-in, `signedIn` reports one. */
export function useConnection(host: Host): Api & { refused: boolean; signedIn: () => void } {
  const [state, tell] = useReducer(next, { online: true, epoch: 0, refused: false })
  const call = useMemo(
    () =>
      createClient({
        ...host,
        heard: answered => tell(answered ? 'answered' : 'silent'),
        refused: () => tell('refused'),
      }),
    [host],
  )
  const streams = useMemo(() => {
    const portsOf = (route: { readonly path: string }): StreamPorts => ({
      open: (after, ears) => host.openSocket(addressOf(route, {}, { after }, host.segment), ears),
    })
    return {
      events: createEventStream(portsOf(routes.jobEvents)),
      labEvents: createEventStream(portsOf(routes.labEvents), LabEvent),
    }
  }, [host])
  return useMemo(() => ({ ...state, call, ...streams, signedIn: () => tell('signed_in') }), [state, call, streams])
}
