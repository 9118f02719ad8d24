/** A small circuit as a drawing, any circuit as a list of its instructions. */
import type { Circuit } from '../../../main/contract/jobs'
import { depthOf, instructionText, type PlacedGate, placed } from '../draw/circuit'
import { Scroll } from './sheet'

const STEP = 44
const ROW = 36
const LEFT = 44
const MOST_QUBITS = 24
const MOST_GATES = 400
const LISTED = 500

const x = (moment: number) => LEFT + STEP / 2 + moment * STEP
const y = (qubit: number) => ROW / 2 + qubit * ROW

const CONTROLLED: Record<string, string> = { cx: 'x', cnot: 'x', cz: 'z', cy: 'y', ccx: 'x' }

export function CircuitDrawing({ circuit }: { readonly circuit: Circuit }) {
  const drawable = circuit.num_qubits <= MOST_QUBITS && circuit.instructions.length <= MOST_GATES
  return drawable ? <Drawn circuit={circuit} /> : <Listed circuit={circuit} />
}

function Drawn({ circuit }: { readonly circuit: Circuit }) {
  const gates = placed(circuit)
  const width = LEFT + depthOf(gates) * STEP + 12
  const height = circuit.num_qubits * ROW
  const label = `Circuit: ${circuit.instructions.map(instructionText).join('; ')}`
  return (
    <Scroll label="Circuit drawing">
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="pentad-circuit"
      >
        {Array.from({ length: circuit.num_qubits }, (_, qubit) => `q${qubit}`).map((name, qubit) => (
          <g key={name}>
            <text x={4} y={y(qubit)} dominantBaseline="central">
              {name}
            </text>
            <line x1={LEFT - 8} x2={width} y1={y(qubit)} y2={y(qubit)} />
          </g>
        ))}
        {gates.map(gate => (
          <Gate key={`${gate.moment} ${gate.top}`} gate={gate} />
        ))}
      </svg>
    </Scroll>
  )
}

function Gate({ gate }: { readonly gate: PlacedGate }) {
  const { name, qubits } = gate.instruction
  const target = CONTROLLED[name]
  const boxed = target === undefined ? qubits : qubits.slice(-1)
  return (
    <g>
      {gate.bottom > gate.top && <line x1={x(gate.moment)} x2={x(gate.moment)} y1={y(gate.top)} y2={y(gate.bottom)} />}
      {target !== undefined &&
        qubits
          .slice(0, -1)
          .map(qubit => <circle key={qubit} className="pentad-control" cx={x(gate.moment)} cy={y(qubit)} r={5} />)}
      {boxed.map(qubit => (
        <Box key={qubit} text={target ?? name} at={x(gate.moment)} wire={y(qubit)} />
      ))}
    </g>
  )
}

const Box = ({ text, at, wire }: { readonly text: string; readonly at: number; readonly wire: number }) => (
  <>
    <rect x={at - 17} y={wire - 13} width={34} height={26} rx={3} />
    <text x={at} y={wire} textAnchor="middle" dominantBaseline="central">
      {text === 'measure' ? 'M' : text.length > 4 ? `${text.slice(0, 3)}…` : text.toUpperCase()}
    </text>
  </>
)

function Listed({ circuit }: { readonly circuit: Circuit }) {
  const lines = circuit.instructions.slice(0, LISTED).map(instructionText)
  const more = circuit.instructions.length - lines.length
  return (
    <Scroll label="Circuit instructions" maxHeight={320}>
      <pre className="pentad-raw">
        {lines.join('\n')}
        {more > 0 && `\n… and ${more.toLocaleString('en-GB')} more instructions, all in the JSON`}
      </pre>
    </Scroll>
  )
}
