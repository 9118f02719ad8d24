/** Label of a gate in the drawing, and the small note below it. */
import type { CircuitDocument, DrawnGate } from '../../../../main/circuits/editing/document/model'
import type { GateSymbol } from '../../../../main/contract/gates/gate-table'
import { angle } from '../circuits/angle'
import { symbolOf } from '../circuits/gate-symbol'
import { shortened } from './box-text'

/** Characters that fit below a label. */
export const NOTE_FITS = 8

/** With a dagger where a modifier inverts the gate. */
export function labelledSymbol({ name, powers }: DrawnGate): GateSymbol {
  const symbol = symbolOf(name)
  return powers.includes(-1) ? { ...symbol, label: `${symbol.label}†` } : symbol
}

/** Angles, the bit of a measurement, an exponent. */
export function gateNote({ params, clbits, powers }: DrawnGate, { clbits: bits }: CircuitDocument): string {
  const power = powers.find(exponent => exponent !== -1)
  if (clbits.length > 0) return shortened(`→${clbits.map(bit => bits[bit]?.name ?? '').join(',')}`, NOTE_FITS)
  return shortened(
    power === undefined
      ? params.map(param => (typeof param === 'string' ? param : angle(param))).join(',')
      : `^${power}`,
    NOTE_FITS,
  )
}
