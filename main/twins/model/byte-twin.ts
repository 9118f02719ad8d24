/** An instrument that speaks bytes, as the transport sees it; how the bytes came to be is its own affair. */
export interface ByteTwin {
  /** Bytes from the host, in any pieces; one report of 64 bytes at a time where the instrument is a HID. */
  receive(bytes: Uint8Array): void
  /** The listener gets every byte that the instrument sends. */
  onSend(listener: (bytes: Uint8Array) => void): void
  /** Nothing is received or sent afterwards. */
  close(): void
}
