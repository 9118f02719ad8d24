const PRIME_LOW = 0x1b3
const WORD = 2 ** 32

/** FNV-1a with 64 bits over the characters' codes (each below 256), as 16 hexadecimal digits. The prime is 2^40 + 0x1b3. */
export function fnv1a64(text: string): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (let i = 0; i < text.length; i++) {
    low = (low ^ text.charCodeAt(i)) >>> 0
    const product = low * PRIME_LOW
    high = (high * PRIME_LOW + Math.floor(product / WORD) + ((low << 8) >>> 0)) % WORD
    low = product % WORD
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
