/** The sending side of every twin: sends to its listeners, and nothing once closed. */
export interface Outlet {
  send(bytes: Uint8Array): void
  sendText(text: string): void
  onSend(listener: (bytes: Uint8Array) => void): void
  close(): void
  readonly closed: boolean
}

export function createOutlet(): Outlet {
  const listeners: ((bytes: Uint8Array) => void)[] = []
  let closed = false
  const send = (bytes: Uint8Array) => {
    if (!closed) for (const listener of listeners) listener(bytes)
  }
  return {
    send,
    sendText: text => send(Uint8Array.from(text, character => character.charCodeAt(0))),
    onSend: listener => void listeners.push(listener),
    close: () => {
      closed = true
    },
    get closed() {
      return closed
    },
  }
}
