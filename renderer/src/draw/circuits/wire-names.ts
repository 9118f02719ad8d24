/** Names of qubits and classical bits: by their registers where the circuit names them. */
export interface NamedStretch {
  readonly name: string
  readonly kind: 'qubit' | 'bit'
  readonly size: number
}

export interface WireNames {
  readonly qubit: (index: number) => string
  readonly bit: (index: number) => string
}

export const PLAIN_NAMES: WireNames = { qubit: index => `q${index}`, bit: index => `c${index}` }

/** Registers of a kind follow each other from index 0; what lies behind them keeps its plain name. */
export function namesOf({ registers = [] }: { readonly registers?: readonly NamedStretch[] | undefined }): WireNames {
  const named = (kind: NamedStretch['kind'], plain: (index: number) => string) => {
    const stretches = registers.filter(register => register.kind === kind)
    return (index: number) => nameIn(stretches, index) ?? plain(index)
  }
  return { qubit: named('qubit', PLAIN_NAMES.qubit), bit: named('bit', PLAIN_NAMES.bit) }
}

function nameIn(stretches: readonly NamedStretch[], index: number): string | null {
  let first = 0
  for (const { name, size } of stretches) {
    if (index < first + size) return `${name}[${index - first}]`
    first += size
  }
  return null
}
