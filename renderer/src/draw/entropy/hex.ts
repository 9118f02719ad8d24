/** Bytes as hex, for files and for eyes. */

/** Throws a RangeError on what is no hex of whole bytes. */
export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError('no hex of whole bytes')
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
}

const A_LINE = 16

/** As hexdump writes: offset, then sixteen bytes a line in two groups of eight. */
export function hexDump(hex: string): string {
  const lines = hex.match(new RegExp(`.{1,${A_LINE * 2}}`, 'g')) ?? []
  return lines
    .map((line, at) => {
      const bytes = line.match(/../g) ?? []
      return `${(at * A_LINE).toString(16).padStart(5, '0')}  ${bytes.slice(0, 8).join(' ')}  ${bytes.slice(8).join(' ')}`.trimEnd()
    })
    .join('\n')
}

/** The first twelve digits and an ellipsis: enough to distinguish outputs. */
export const shortHex = (hex: string): string => (hex.length <= 12 ? hex : `${hex.slice(0, 12)}…`)
