/** Errors in the drawing: where they are put, the stretches of wire they are on, what they flip and where they end. */
import type { ErrorSpan, MarkerEffects, PauliMarker } from '../../../../../main/circuits/editing/markers/propagate'
import { GATE_STEP, ROW, x, y } from '../../../components/drawings/circuit-gate'
import type { VirtualRange } from '../../../components/tables/virtual-range'
import type { Markers } from './use-markers'

interface Props {
  readonly markers: Markers
  /** Moments in view. */
  readonly seen: VirtualRange
}

const BADGE = 8

const isSeen = ({ first, end }: VirtualRange, from: number, until: number) => from < end && until >= first

/** Behind the gates: the stretches of wire that have an error on them. */
export const ErrorStretches = ({ markers: { found }, seen }: Props) => (
  <g className="circuits-errors" aria-hidden>
    {found &&
      'effects' in found &&
      found.effects.spans
        .filter(({ from, until }) => isSeen(seen, from, until))
        .map(span => <Stretch key={`${span.wire} ${span.from}`} span={span} />)}
  </g>
)

/** Before the gates: what was put down, what is flipped, and where errors end. */
export const MarkerLayer = ({ markers: { list, found }, seen }: Props) => (
  <g className="circuits-errors" aria-hidden>
    {found && 'effects' in found && <Ends effects={found.effects} />}
    {list
      .filter(({ moment }) => isSeen(seen, moment, moment))
      .map(marker => (
        <MarkerGlyph key={marker.id} marker={marker} />
      ))}
  </g>
)

const place = (moment: number) => moment * GATE_STEP

/** A stretch of wire with one error, whose letter stands at its beginning. */
function Stretch({ span: { wire, from, until, pauli } }: { readonly span: ErrorSpan }) {
  const [left, right, height] = [place(from), place(until), y(wire)]
  return (
    <g data-error={pauli}>
      <line x1={left} x2={right} y1={height} y2={height} />
      <text x={Math.min(left + GATE_STEP / 2 + 4, right)} y={height - 5} textAnchor="middle">
        {pauli}
      </text>
    </g>
  )
}

function MarkerGlyph({ marker: { wire, moment, pauli, isOff } }: { readonly marker: PauliMarker }) {
  const [cx, cy] = [place(moment) + BADGE + 1, y(wire)]
  return (
    <g data-error={pauli} data-off={isOff || undefined} className="circuits-marker">
      <rect x={cx - BADGE} y={cy - BADGE} width={2 * BADGE} height={2 * BADGE} rx={3} />
      <text x={cx} y={cy} textAnchor="middle" dominantBaseline="central">
        {pauli}
      </text>
      {isOff && <line x1={cx - BADGE} y1={cy + BADGE} x2={cx + BADGE} y2={cy - BADGE} />}
    </g>
  )
}

const Ends = ({ effects: { flips, ends } }: { readonly effects: MarkerEffects }) => (
  <>
    {flips.map(({ step, moment, qubit }) => (
      <g key={`${step.id} ${qubit}`} className="circuits-flip">
        <rect x={place(moment) + 2} y={qubit * ROW + 8} width={GATE_STEP - 4} height={ROW - 16} rx={4} />
        <text x={x(moment)} y={(qubit + 1) * ROW - 1} textAnchor="middle">
          flips
        </text>
      </g>
    ))}
    {ends.flatMap(({ step, moment }) =>
      step.qubits.map(qubit => (
        <text key={`${step.id} ${qubit}`} className="circuits-error-end" x={place(moment + 1) - 8} y={y(qubit) - 12}>
          ✕
        </text>
      )),
    )}
  </>
)
