/** Values of the classical bits: each by itself, and all of them together. */
import type { CircuitWire } from '../../../../../main/circuits/editing/document/model'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { countWithNoun, percent } from '../../../draw/format/quantity'
import type { AnsweredState } from './use-live-state'

interface Props {
  readonly state: AnsweredState
  readonly clbits: readonly CircuitWire[]
}

const MAX_HEIGHT = 280

export const ClassicalBits = ({ state, clbits }: Props) => (
  <div className="circuits-bits">
    <ScrollRegion label="Values of all bits" maxHeight={MAX_HEIGHT}>
      <HeadedTable
        columns={['Bits', '', 'Probability']}
        caption="Values of all classical bits"
        numeric={['Probability']}
      >
        {state.outcomes.map(({ bits, probability }) => (
          <tr key={bits}>
            <th scope="row" className="circuits-ket">
              {bits}
            </th>
            <td className="circuits-bar-cell" aria-hidden>
              <div className="circuits-bar" style={{ width: `${100 * probability}%` }} />
            </td>
            <td className="pentad-number">{percent(probability)}</td>
          </tr>
        ))}
      </HeadedTable>
      {state.outcome_count > state.outcomes.length && (
        <p className="pentad-quiet">and {countWithNoun(state.outcome_count - state.outcomes.length, 'value')} more</p>
      )}
    </ScrollRegion>
    <ScrollRegion label="Each bit" maxHeight={MAX_HEIGHT}>
      <HeadedTable columns={['Bit', 'Probability of 1']} caption="Each classical bit" numeric={['Probability of 1']}>
        {state.clbits.slice(0, clbits.length).map((probability, bit) => (
          <tr key={clbits[bit]!.name}>
            <th scope="row">{clbits[bit]!.name}</th>
            <td className="pentad-number">{percent(probability)}</td>
          </tr>
        ))}
      </HeadedTable>
    </ScrollRegion>
  </div>
)
