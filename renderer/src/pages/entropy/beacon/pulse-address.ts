/** Where the page shows one pulse. */
export const pulseAddress = ({ chain, index }: { readonly chain: number; readonly index: number }): string =>
  `/entropy?view=beacon&chain=${chain}&pulse=${index}`
