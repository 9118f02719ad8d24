/** One thread on which twins run, as the service sees it: started when it is needed, connections to its twins, its end. */
import { Worker } from 'node:worker_threads'
import type { ByteTwin } from '../model/byte-twin'
import { type FaultScript, type FromTwins, NO_FAULTS, type ToTwins, type TwinThreadData } from './messages'

/** A connection to a twin. */
export interface TwinPeer extends ByteTwin {
  onUnplug(listener: () => void): void
}

export interface TwinThread {
  /** How often it was started; 0 while it does not run. */
  starts(): number
  /** Does nothing where the thread does not run. */
  send(message: ToTwins): void
  /**
   * Starts the thread where it does not run. Resolves with the faults that have not been played, or with none where the thread dies
   * meanwhile.
   */
  setFaults(name: string, script: FaultScript): Promise<FaultScript>
  /** Faults still to come; none where the twin does not run. */
  faultsLeft(name: string): Promise<FaultScript>
  /** Null where it dies meanwhile. */
  open(name: string, connection: number): Promise<TwinPeer | null>
  close(): Promise<void>
}

export interface TwinThreadOptions {
  /** The thread's program; it finds `TwinThreadData` as its data. */
  readonly script: string
  readonly native_dirs: readonly string[]
  /** Called with the reason of its end. */
  readonly report: (error: unknown) => void
  plugChanged(message: Extract<FromTwins, { kind: 'plugged' | 'unplugged' }>): void
  /** The first messages of a new thread. */
  started(starts: number): readonly ToTwins[]
  died(): void
}

/** Started when it is first needed, and again after it died. */
export function createTwinThread({ script, native_dirs, ...host }: TwinThreadOptions): TwinThread {
  const connections = createConnections()
  const faultsLeft = createPending(NO_FAULTS)
  let worker: Worker | null = null
  let starts = 0

  function closeAll(): void {
    connections.endAll()
    faultsLeft.settleAll()
  }

  function start(): Worker {
    const workerData: TwinThreadData = { native_dirs }
    const starting = new Worker(script, { eval: true, workerData })
    starting.on('message', (message: FromTwins) => {
      if (message.kind === 'faults_left') return faultsLeft.settle(message.request, message.script)
      if (message.kind === 'plugged' || message.kind === 'unplugged') host.plugChanged(message)
      connections.pass(message)
    })
    starting.on('error', error => host.report(error))
    starting.on('exit', () => {
      if (worker !== starting) return
      worker = null
      host.died()
      closeAll()
    })
    starting.unref()
    worker = starting
    starts += 1
    for (const message of host.started(starts)) starting.postMessage(message)
    return starting
  }

  const post = (message: ToTwins): void => (worker ?? start()).postMessage(message)
  const send = (message: ToTwins, moved: readonly ArrayBuffer[] = []): void => worker?.postMessage(message, moved)

  return {
    starts: () => (worker ? starts : 0),
    send,
    setFaults: (name, script) => faultsLeft.add(request => post({ kind: 'faults', name, script, request })),
    faultsLeft: async name =>
      worker ? faultsLeft.add(request => send({ kind: 'ask_faults', name, request })) : NO_FAULTS,
    open: (name, connection) =>
      connections.open(connection, { ask: () => post({ kind: 'open', name, connection }), send }),
    async close() {
      const ending = worker
      worker = null
      closeAll()
      await ending?.terminate()
    },
  }
}

interface TwinThreadConnection {
  readonly listeners: ((bytes: Uint8Array) => void)[]
  readonly unplugged: (() => void)[]
  opened: () => void
}

interface Opening {
  /** Asks for the connection once its answer can be received. */
  readonly ask: () => void
  readonly send: (message: ToTwins, moved?: readonly ArrayBuffer[]) => void
}

/** The connections to the twins of one thread, by number. */
function createConnections() {
  const open = new Map<number, TwinThreadConnection>()

  function end(number: number): void {
    const connection = open.get(number)
    open.delete(number)
    for (const listener of connection?.unplugged ?? []) listener()
  }

  function peerOf(number: number, connection: TwinThreadConnection, { send }: Opening): TwinPeer {
    const isOpen = () => open.get(number) === connection
    return {
      receive: bytes => isOpen() && send({ kind: 'bytes', connection: number, bytes }, [bytes.buffer as ArrayBuffer]),
      onSend: listener => void connection.listeners.push(listener),
      onUnplug: listener => void connection.unplugged.push(listener),
      close() {
        if (isOpen()) send({ kind: 'close', connection: number })
        open.delete(number)
      },
    }
  }

  return {
    async open(number: number, opening: Opening): Promise<TwinPeer | null> {
      const connection: TwinThreadConnection = { listeners: [], unplugged: [], opened: () => undefined }
      open.set(number, connection)
      await new Promise<void>(resolve => {
        connection.opened = resolve
        connection.unplugged.push(resolve)
        opening.ask()
      })
      // An unplug may come before the caller listens: then nothing is opened.
      return open.get(number) === connection ? peerOf(number, connection, opening) : null
    },
    /** Passes on a message of the thread about a connection. */
    pass(message: Exclude<FromTwins, { kind: 'faults_left' }>): void {
      if (message.kind === 'bytes')
        for (const listener of open.get(message.connection)?.listeners ?? []) listener(message.bytes)
      if (message.kind === 'opened') open.get(message.connection)?.opened()
      if (message.kind === 'unplugged' && message.connection !== null) end(message.connection)
    },
    endAll(): void {
      for (const number of [...open.keys()]) end(number)
    },
  }
}

/** Requests that wait for an answer, by number; `none` is the answer where there will be no other. */
function createPending<Answer>(none: Answer) {
  const waiting = new Map<number, (answer: Answer) => void>()
  let requests = 0

  function settle(request: number, answer: Answer): void {
    waiting.get(request)?.(answer)
    waiting.delete(request)
  }

  return {
    add: (ask: (request: number) => void): Promise<Answer> =>
      new Promise(resolve => {
        const request = requests++
        waiting.set(request, resolve)
        ask(request)
      }),
    settle,
    settleAll(): void {
      for (const request of [...waiting.keys()]) settle(request, none)
    },
  }
}
