export const NO_BYTES = new Uint8Array(0)

/** One character a byte (Latin-1): what a terminal on the line would show. */
export function asBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 0xff) throw new RangeError(`${JSON.stringify(text[index])} is no single byte`)
    bytes[index] = code
  }
  return bytes
}

export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/** ASCII as it is, everything else as `\x00`: one line whatever came. `of`: how many there are where `bytes` is the beginning. */
export const shownBytes = (bytes: Uint8Array, { most = 80, of = bytes.length } = {}): string => {
  const shown = textOf(bytes.subarray(0, most)).replace(
    /[^ -[\]-~]/g,
    character => ESCAPES[character] ?? hexEscape(character),
  )
  return of > most ? `${shown}… (${of} bytes)` : shown
}

/** `00 1f`, for bytes that are no text. */
export const spacedHex = (bytes: Uint8Array): string =>
  bytes.reduce((text, byte, index) => `${text}${index === 0 ? '' : ' '}${byte.toString(16).padStart(2, '0')}`, '')

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\\': '\\\\' }
const hexEscape = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
