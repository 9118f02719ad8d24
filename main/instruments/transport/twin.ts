import { InstrumentError } from '../model/fault'
import { createPortEvents, type Transport } from './transport'

/** Whatever plays an instrument byte for byte: a twin in this thread, or the near end of a channel to one. */
export interface BytePeer {
  /** The bytes, in a buffer of their own, are the peer's from then on. */
  receive(bytes: Uint8Array): void
  onSend(listener: (bytes: Uint8Array) => void): void
  /** Calls back when the twin is unplugged; left out where it cannot be. */
  onUnplug?(listener: () => void): void
  close(): void
}

/** Always simulated. `reportBytes`: a HID twin gets whole reports, as the kernel would make them. */
export function openTwin(
  peer: BytePeer,
  { path, reportBytes = null }: { path: string; reportBytes?: number | null },
): Transport {
  const events = createPortEvents()
  peer.onSend(bytes => events.received(new Uint8Array(bytes)))
  peer.onUnplug?.(() => events.end(new InstrumentError('unplugged', 'the twin was unplugged', path)))
  const wire = (bytes: Uint8Array): Uint8Array => {
    if (reportBytes === null) return new Uint8Array(bytes)
    const report = new Uint8Array(reportBytes)
    report.set(bytes.subarray(0, reportBytes))
    return report
  }
  return {
    kind: 'twin',
    path,
    simulated: true,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    chunkBytes: reportBytes ?? 65_536,
    onData: events.onData,
    onClose: events.onClose,
    write: async bytes => {
      if (events.ended) throw events.refusal(path)
      peer.receive(wire(bytes))
    },
    flush: async () => {},
    close: async () => {
      if (events.end(null)) peer.close()
    },
  }
}
