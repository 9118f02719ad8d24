/** Layouts of the chosen chiplet that vetoes rule out, and what would let each in. */
import type { DisqualifiedLayout } from '../../../../main/contract/modules'
import { routes } from '../../../../main/contract/routes'
import { useFetched } from '../../api/use-fetch'
import { needWords, ruledOutScore, vetoWords } from '../../draw/module-words'
import { nanoseconds } from '../../draw/quantity'
import { HeadedTable } from '../../show/headed-table'
import { Panel } from '../../show/page'
import { ScrollRegion } from '../../show/scroll-region'
import { Answer, Empty } from '../../show/states'

const HEADINGS = [
  'Data D0–D4',
  'Ancilla A',
  'Flag F',
  'Routing',
  'Δ_round',
  'Round duration',
  'SWAPs',
  'Fault tolerant',
  'Why it is out',
  'What would let it in',
]
const NUMERIC = ['Δ_round', 'Round duration', 'SWAPs']

interface Props {
  readonly backend_id: string
  readonly logical_id: string
}

export function RuledOut({ backend_id, logical_id }: Props) {
  const qubit = useFetched(routes.getLogicalQubit, { params: { backend_id, logical_id } })
  return (
    <Panel title="Ruled out">
      <Answer of={qubit} what="the layouts that are ruled out">
        {({ disqualified = [], vetoes }) =>
          disqualified.length > 0 ? (
            <Layouts layouts={disqualified} />
          ) : (
            <Empty title="No layout is ruled out">{nothingWords(vetoes.length)}</Empty>
          )
        }
      </Answer>
    </Panel>
  )
}

const nothingWords = (vetoes: number) =>
  vetoes === 0 ? 'No part of the chiplet is vetoed.' : 'No layout was found among the best that uses a vetoed part.'

function Layouts({ layouts }: { readonly layouts: readonly DisqualifiedLayout[] }) {
  return (
    <>
      <p className="pentad-quiet">
        {layouts.length === 1 ? 'The best layout found' : `The best ${layouts.length} layouts found`} that would be
        there but for vetoed parts, least Δ_round first. Every veto of a layout would have to be lifted. “At least”: a
        part without figures counts as faultless.
      </p>
      <ScrollRegion label="Layouts that are ruled out" className="modules-ruled-out">
        <HeadedTable columns={HEADINGS} numeric={NUMERIC}>
          {layouts.map(layout => (
            <Row key={keyOf(layout)} layout={layout} />
          ))}
        </HeadedTable>
      </ScrollRegion>
    </>
  )
}

const keyOf = ({ data_qubits, syndrome_ancilla, flag_qubit, routing_qubits, score }: DisqualifiedLayout) =>
  [...Object.values(data_qubits), syndrome_ancilla, flag_qubit, ...routing_qubits, score].join(' ')

const Row = ({ layout }: { readonly layout: DisqualifiedLayout }) => (
  <tr data-usable={false}>
    <td>{Object.values(layout.data_qubits).join(', ')}</td>
    <td>{layout.syndrome_ancilla}</td>
    <td>{layout.flag_qubit}</td>
    <td>{layout.routing_qubits.join(', ') || 'none'}</td>
    <td className="pentad-number">{ruledOutScore(layout)}</td>
    <td className="pentad-number">{nanoseconds(layout.round_duration_ns)}</td>
    <td className="pentad-number">{layout.swap_count}</td>
    <td>{layout.ft_preserved ? 'yes' : 'no'}</td>
    <td>
      <Lines of={layout.vetoes.map(vetoWords)} />
    </td>
    <td>
      <Lines of={[...layout.vetoes.map(needWords), ...(layout.ft_preserved ? [] : [NOT_FAULT_TOLERANT])]} />
    </td>
  </tr>
)

const NOT_FAULT_TOLERANT = 'and a fault-tolerant schedule, which it has not'

const Lines = ({ of }: { readonly of: readonly string[] }) => of.map(line => <p key={line}>{line}</p>)
