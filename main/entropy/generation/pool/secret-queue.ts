/** Bytes in the order they came, each taken once; what was taken or dropped is zeroed in the queue. */
export interface SecretQueue {
  readonly length: number
  /** Copies bytes into the queue and zeroes the caller's. Throws RangeError where they do not fit. */
  push(bytes: Uint8Array): void
  /** The oldest bytes; throws RangeError where there are fewer. */
  take(count: number): Uint8Array
  /** Zeroes all and returns how many there were. */
  clear(): number
}

export function createSecretQueue(capacity: number): SecretQueue {
  const ring = new Uint8Array(capacity)
  let [first, length] = [0, 0]
  const pieces = (at: number, count: number) => {
    const straight = Math.min(count, capacity - at)
    return [ring.subarray(at, at + straight), ring.subarray(0, count - straight)] as const
  }
  return {
    get length() {
      return length
    },
    push(bytes) {
      if (bytes.length > capacity - length)
        throw new RangeError(`${bytes.length} bytes do not fit: ${capacity - length} of ${capacity} are free`)
      const [head, tail] = pieces((first + length) % capacity, bytes.length)
      head.set(bytes.subarray(0, head.length))
      tail.set(bytes.subarray(head.length))
      length += bytes.length
      bytes.fill(0)
    },
    take(count) {
      if (!(count >= 0 && count <= length)) throw new RangeError(`${count} bytes were asked for, ${length} are there`)
      const taken = new Uint8Array(count)
      const [head, tail] = pieces(first, count)
      taken.set(head)
      taken.set(tail, head.length)
      head.fill(0)
      tail.fill(0)
      first = (first + count) % capacity
      length -= count
      return taken
    },
    clear() {
      const dropped = length
      ring.fill(0)
      first = length = 0
      return dropped
    },
  }
}
