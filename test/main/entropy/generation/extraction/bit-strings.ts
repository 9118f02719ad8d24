/** '0' and '1' for each bit, index 0 first. */
export function bytesOfBits(bits: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  for (let i = 0; i < bits.length; i++) if (bits[i] === '1') bytes[i >> 3]! |= 1 << (i & 7)
  return bytes
}

export const bitsOfBytes = (bytes: Uint8Array, count: number): string =>
  Array.from({ length: count }, (_, i) => (bytes[i >> 3]! >> (i & 7)) & 1).join('')

/** The definition, with one rotated integer for each one of x. */
export function circulantByDefinition(n: number, m: number, x: string, y: string): string {
  const turned = BigInt(`0b${[...y].reverse().join('')}`)
  const mask = (1n << BigInt(n)) - 1n
  let sum = 0n
  for (let j = 0; j < x.length; j++) if (x[j] === '1') sum ^= ((turned >> BigInt(j)) | (turned << BigInt(n - j))) & mask
  return [...sum.toString(2).padStart(n, '0')].reverse().join('').slice(0, m)
}
