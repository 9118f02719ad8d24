/** How light a colour looks where a printer without colours prints it. */

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Relative luminance of `#rrggbb`, WCAG 2.2. */
export const luminance = (colour: string) =>
  [0.2126, 0.7152, 0.0722].reduce(
    (sum, share, at) => sum + share * linear(Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16) / 255),
    0,
  )

/** L* of CIE 1976. */
export const lightnessOf = (colour: string) => 116 * Math.cbrt(luminance(colour)) - 16
