/** Each qubit by itself: its vector in a drawing of the sphere, and the same in figures. */
import type { CircuitWire } from '../../../../../main/circuits/editing/document/model'
import type { QubitState } from '../../../../../main/contract/jobs/circuit-state'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { partText, projected } from '../../../draw/circuit-state/figures'
import type { AnsweredState } from './use-live-state'

interface Props {
  readonly state: AnsweredState
  readonly qubits: readonly CircuitWire[]
}

const COLUMNS = ['Qubit', 'x', 'y', 'z', 'Length', 'Purity', 'Entropy (bit)']

export const BlochVectors = ({ state, qubits }: Props) => (
  <div className="circuits-bloch">
    <ul aria-hidden className="circuits-spheres">
      {state.qubit_states.map(one => (
        <li key={one.qubit}>
          <Sphere vector={one} />
          <span>{qubits[one.qubit]?.name}</span>
        </li>
      ))}
    </ul>
    <ScrollRegion label="Bloch vectors" maxHeight={280}>
      <HeadedTable columns={COLUMNS} caption="Bloch vectors" numeric={COLUMNS.slice(1)}>
        {state.qubit_states.map(({ qubit, x, y, z, length, purity, entropy }) => (
          <tr key={qubit}>
            <th scope="row">{qubits[qubit]?.name ?? qubit}</th>
            {[x, y, z, length, purity, entropy].map((value, at) => (
              <td key={COLUMNS[at + 1]} className="pentad-number">
                {partText(value)}
              </td>
            ))}
          </tr>
        ))}
      </HeadedTable>
    </ScrollRegion>
  </div>
)

/** Pixels from the middle to the edge. */
const RADIUS = 38
const SIDE = 2 * RADIUS + 22

function Sphere({ vector }: { readonly vector: QubitState }) {
  const at = (x: number, y: number, z: number) => {
    const { across, down } = projected({ x, y, z })
    return { x: RADIUS * across, y: RADIUS * down }
  }
  const tip = at(vector.x, vector.y, vector.z)
  const [toX, toY] = [at(1, 0, 0), at(0, 1, 0)]
  return (
    <svg aria-hidden width={SIDE} height={SIDE} viewBox={`${-SIDE / 2} ${-SIDE / 2} ${SIDE} ${SIDE}`}>
      <circle className="circuits-sphere" r={RADIUS} />
      <ellipse className="circuits-equator" rx={RADIUS} ry={0.35 * RADIUS} />
      <line className="circuits-axis" y1={-RADIUS} y2={RADIUS} />
      <line className="circuits-axis" x1={-toX.x} y1={-toX.y} x2={toX.x} y2={toX.y} />
      <line className="circuits-axis" x1={-toY.x} x2={toY.x} />
      <text y={-RADIUS - 3} textAnchor="middle">
        0
      </text>
      <text y={RADIUS + 10} textAnchor="middle">
        1
      </text>
      <line className="circuits-vector" x2={tip.x} y2={tip.y} />
      <circle className="circuits-tip" cx={tip.x} cy={tip.y} r={3.5} />
    </svg>
  )
}
