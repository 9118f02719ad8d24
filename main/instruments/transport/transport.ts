import { InstrumentError } from '../model/fault'

export type TransportKind = 'serial' | 'hid' | 'tcp' | 'twin'

/** An open port. Closing ends it for good; a new one is opened to reconnect. */
export interface Transport {
  readonly kind: TransportKind
  /** `/dev/ttyACM0`, `192.168.1.20:5025`, `twin:dac`. */
  readonly path: string
  /** Fixed for the life of a connection. */
  readonly simulated: boolean
  /** Bytes per second of the line; Infinity where no rate is set. */
  readonly bytesPerSecond: number
  /** The most bytes handed to one `write`. */
  readonly chunkBytes: number
  /** Resolves when the operating system has taken all of it; rejects with a named fault. */
  write(bytes: Uint8Array): Promise<void>
  /** Discards what has come in and what is still to go out, as far as the operating system can. */
  flush(): Promise<void>
  /** Bytes in order, in pieces of any length; HID: one report each. */
  onData(listener: (bytes: Uint8Array) => void): void
  /** Called once: with null after `close`, with the fault when the port disappeared. */
  onClose(listener: (cause: InstrumentError | null) => void): void
  /** Idempotent; pending writes reject. */
  close(): Promise<void>
}

export interface PortEvents extends Pick<Transport, 'onData' | 'onClose'> {
  received(bytes: Uint8Array): void
  /** True for the first call only. */
  end(cause: InstrumentError | null): boolean
  readonly ended: boolean
  /** Why a write is refused now. */
  refusal(path: string): InstrumentError
}

/** The listeners of a transport, and the rule that a port ends once. */
export function createPortEvents(): PortEvents {
  const data: ((bytes: Uint8Array) => void)[] = []
  const close: ((cause: InstrumentError | null) => void)[] = []
  let ended: { cause: InstrumentError | null } | null = null
  return {
    onData: listener => void data.push(listener),
    onClose: listener => {
      if (ended) listener(ended.cause)
      else close.push(listener)
    },
    received: bytes => {
      if (!ended && bytes.length > 0) for (const listener of data) listener(bytes)
    },
    end: cause => {
      if (ended) return false
      ended = { cause }
      for (const listener of close.splice(0)) listener(cause)
      return true
    },
    get ended() {
      return ended !== null
    },
    refusal: path => ended?.cause ?? new InstrumentError('closed', 'the port is closed', path),
  }
}
