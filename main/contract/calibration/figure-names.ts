/** Figures of a device as sentences name them; in fields they keep their wire names. */

interface FigureWithUnit {
  readonly name: string
  /** Unit of the figure in sentences; '' for a fraction or a factor. */
  readonly unit: string
}

const named = (name: string, unit = ''): FigureWithUnit => ({ name, unit })

const FIGURES: Readonly<Record<string, FigureWithUnit>> = {
  fidelity_1q: named('single-qubit fidelity'),
  readout_fidelity: named('readout fidelity'),
  reset_fidelity: named('reset fidelity'),
  cz_fidelity: named('CZ fidelity'),
  fidelity: named('fidelity'),
  t1_us: named('T1', 'µs'),
  t2_us: named('T2', 'µs'),
  t2_echo_us: named('T2 echo', 'µs'),
  gate_1q_length_ns: named('single-qubit gate length', 'ns'),
  cz_length_ns: named('CZ length', 'ns'),
  duration_ns: named('length', 'ns'),
  readout_length_ns: named('readout length', 'ns'),
  reset_length_ns: named('reset length', 'ns'),
  feedforward_latency_ns: named('feed-forward latency', 'ns'),
}

/** A figure that has no row goes by its wire name. */
export const figureName = (figure: string): string => FIGURES[figure]?.name ?? figure.replaceAll('_', ' ')

/** The number with the unit of its figure, e.g. `2932 ns`. */
export function withUnit(figure: string, value: number | string): string {
  const unit = FIGURES[figure]?.unit ?? ''
  return unit === '' ? String(value) : `${value} ${unit}`
}
