/** A text string of a PDF outside of a page, in UTF-16 with its mark, as hexadecimal. */
export function textBytes(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'))
  return `<feff${units.join('')}>`
}
