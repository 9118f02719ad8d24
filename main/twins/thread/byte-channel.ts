import type { ByteTwin } from '../model/byte-twin'

/** One end of a channel between threads: a MessagePort, a Worker, or parentPort. */
export interface Channel {
  postMessage(message: Uint8Array | 'close'): void
  on(event: 'message', listener: (message: Uint8Array | 'close') => void): unknown
}

/** The thread's side: what comes goes to the twin, and back. */
export function serveTwin(channel: Channel, twin: ByteTwin): void {
  twin.onSend(bytes => channel.postMessage(bytes.slice()))
  channel.on('message', message => {
    if (message === 'close') twin.close()
    else twin.receive(message)
  })
}

/** The near side: a twin as any other. `ended` is called when the thread goes away by itself. */
export function twinBehind(
  channel: Channel,
  onEnd: (ended: () => void) => void,
): ByteTwin & { onUnplug(listener: () => void): void } {
  const listeners: ((bytes: Uint8Array) => void)[] = []
  let closed = false
  channel.on('message', message => {
    if (message !== 'close' && !closed) for (const listener of listeners) listener(message)
  })
  return {
    receive(bytes) {
      if (!closed) channel.postMessage(bytes.slice())
    },
    onSend: listener => void listeners.push(listener),
    onUnplug: listener => onEnd(() => !closed && listener()),
    close() {
      if (!closed) channel.postMessage('close')
      closed = true
    },
  }
}
