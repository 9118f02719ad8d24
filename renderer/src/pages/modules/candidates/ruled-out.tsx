/** Layouts of the chosen chiplet that vetoes rule out: what each would need, and one of them drawn on the chiplet. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { useState } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { labelled, labelsOf, type QubitLabels } from '../../../../../main/contract/model/qubit-labels'
import type { Candidate, DisqualifiedLayout } from '../../../../../main/contract/modules/candidates'
import type { LogicalQubit } from '../../../../../main/contract/modules/logical-qubits'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { DownloadButton } from '../../../components/controls/copy-download'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { nanoseconds } from '../../../draw/format/quantity'
import { ruledOutCsv, ruledOutJson } from '../../../draw/modules/candidate-export'
import { needText, ruledOutScore, vetoText } from '../../../draw/modules/veto-text'
import { RuledOutDrawing } from './ruled-out-drawing'
import { useHoveredRow } from './use-hovered-row'
import './candidates.css'

const HEADINGS = [
  'Layout',
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
  /** Undefined while it is fetched: the table is shown without it. */
  readonly backend: Backend | undefined
  /** The first candidate, to draw beside; undefined where the chiplet has no module. */
  readonly first: Candidate | undefined
  /** Whether it is a section of a panel, without a border of its own. */
  readonly within?: boolean
}

export function RuledOut({ backend_id, logical_id, backend, first, within = false }: Props) {
  const qubit = useFetched(routes.getLogicalQubit, { params: { backend_id, logical_id } })
  const some = qubit.data?.disqualified?.length ? qubit.data : null
  return (
    <Panel
      title="Ruled out"
      {...(within && { className: 'pentad-plain' })}
      actions={some && <Files backend_id={backend_id} qubit={some} />}
    >
      <Answer of={qubit} what="the layouts that are ruled out">
        {one =>
          one.disqualified?.length ? (
            <Layouts backend={backend} first={first} of={one} layouts={one.disqualified} />
          ) : (
            <Empty title="No layout is ruled out">{nothingText(one.vetoes.length)}</Empty>
          )
        }
      </Answer>
    </Panel>
  )
}

function Files({ backend_id, qubit }: { readonly backend_id: string; readonly qubit: LogicalQubit }) {
  const name = `ruled-out-${backend_id}-${qubit.chiplet}`
  return (
    <ButtonGroup size="small">
      <DownloadButton
        label="CSV"
        fileName={`${name}.csv`}
        type="text/csv"
        content={() => ruledOutCsv(backend_id, qubit)}
      />
      <DownloadButton label="JSON" fileName={`${name}.json`} content={() => ruledOutJson(backend_id, qubit)} />
    </ButtonGroup>
  )
}

const nothingText = (vetoes: number) =>
  vetoes === 0 ? 'No part of the chiplet is vetoed.' : 'No layout was found among the best that uses a vetoed part.'

interface LayoutsProps extends Pick<Props, 'backend' | 'first'> {
  readonly of: LogicalQubit
  readonly layouts: readonly DisqualifiedLayout[]
}

function Layouts({ backend, first, of: qubit, layouts }: LayoutsProps) {
  const { pointed, of } = useHoveredRow()
  const [chosen, choose] = useState(0)
  const at = pointed ?? chosen
  const labels = backend && labelsOf(backend.qubits)
  return (
    <>
      <p className="pentad-quiet">
        {layouts.length === 1 ? 'The best layout' : `The best ${layouts.length} layouts`} that would be candidates if
        the vetoes of their parts were lifted, the lowest Δ_round first. “At least”: a part without figures is counted
        as free of errors.
      </p>
      {backend && (
        <RuledOutDrawing
          backend={backend}
          qubit={qubit}
          first={first}
          number={at + 1}
          shown={layouts[at] ?? layouts[0]!}
        />
      )}
      <ScrollRegion label="Layouts that are ruled out" className="modules-ruled-out">
        <HeadedTable columns={HEADINGS} numeric={NUMERIC}>
          {layouts.map((layout, i) => (
            <Row
              key={keyOf(layout)}
              layout={layout}
              choose={choose}
              labels={labels}
              at={i}
              pointing={of(i)}
              shown={i === at}
              chosen={i === chosen}
            />
          ))}
        </HeadedTable>
      </ScrollRegion>
    </>
  )
}

const keyOf = ({ data_qubits, syndrome_ancilla, flag_qubit, routing_qubits, score }: DisqualifiedLayout) =>
  [...Object.values(data_qubits), syndrome_ancilla, flag_qubit, ...routing_qubits, score].join(' ')

interface RuledOutRowProps {
  readonly layout: DisqualifiedLayout
  readonly labels: QubitLabels | undefined
  readonly at: number
  /** Whether it is drawn on the chiplet. */
  readonly shown: boolean
  /** Whether it stays drawn when the pointer or the focus leaves. */
  readonly chosen: boolean
  /** Handlers that have it drawn while the pointer or the focus is on its row. */
  readonly pointing: object
  readonly choose: (at: number) => void
}

const Row = ({ layout, labels, at, shown, chosen, pointing, choose }: RuledOutRowProps) => (
  <tr data-usable={false} {...(shown && { 'data-open': true })} {...pointing}>
    <th scope="row">
      <Button
        size="small"
        text={at + 1}
        aria-label={`Show layout ${at + 1} on the chiplet`}
        aria-pressed={chosen}
        active={chosen}
        onClick={() => choose(at)}
      />
    </th>
    <td>{named(Object.values(layout.data_qubits), labels)}</td>
    <td>{labelled(layout.syndrome_ancilla, labels)}</td>
    <td>{labelled(layout.flag_qubit, labels)}</td>
    <td>{named(layout.routing_qubits, labels) || 'none'}</td>
    <td className="pentad-number">{ruledOutScore(layout)}</td>
    <td className="pentad-number">{nanoseconds(layout.round_duration_ns)}</td>
    <td className="pentad-number">{layout.swap_count}</td>
    <td>{layout.ft_preserved ? 'yes' : 'no'}</td>
    <td>
      <Lines of={layout.vetoes.map(vetoText)} />
    </td>
    <td>
      <Lines
        of={[
          ...layout.vetoes.map(veto => needText(veto, labels)),
          ...(layout.ft_preserved ? [] : [NOT_FAULT_TOLERANT]),
        ]}
      />
    </td>
  </tr>
)

const named = (qubits: readonly number[], labels: QubitLabels | undefined) =>
  qubits.map(qubit => labelled(qubit, labels)).join(', ')

const NOT_FAULT_TOLERANT = 'and a fault-tolerant schedule, which it does not have'

const Lines = ({ of }: { readonly of: readonly string[] }) => of.map(line => <p key={line}>{line}</p>)
