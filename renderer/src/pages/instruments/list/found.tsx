/** What is plugged in and no configured instrument uses; who did not answer says why. */
import { Button } from '@blueprintjs/core'
import { Cross, Plus, Refresh } from '@blueprintjs/icons'
import type { DiscoveryReply } from '../../../../../main/contract/instruments/discovery'
import { serialText } from '../../../draw/instruments/state-text'
import { ProblemList, ProblemText } from '../../../machine/state'
import { Panel } from '../../../show/page'
import { Empty } from '../../../show/states'
import { HeadedTable } from '../../../show/tables/headed-table'
import { ScrollRegion } from '../../../show/tables/scroll-region'
import { draftOfFound, type InstrumentDraft } from '../add/draft'

interface Props {
  readonly found: DiscoveryReply
  readonly searching: boolean
  readonly add: (draft: InstrumentDraft) => void
  readonly again: () => void
  readonly close: () => void
}

export const FoundInstruments = ({ found, searching, add, again, close }: Props) => (
  <Panel
    title="Found"
    actions={
      <>
        <Button size="small" icon={<Refresh />} text="Look again" loading={searching} onClick={again} />
        <Button size="small" icon={<Cross />} text="Close" aria-label="Close what was found" onClick={close} />
      </>
    }
  >
    <ProblemList of={found.problems} />
    {found.items.length === 0 ? (
      <Empty title="Nothing else is plugged in">
        Instruments on TCP, twins and serial adapters that no driver names are not found by USB identity: add them by
        hand.
      </Empty>
    ) : (
      <ScrollRegion label="Found instruments">
        <HeadedTable caption="Found instruments" columns={['Where', 'USB identity', 'Says it is', 'Add']}>
          {found.items.map(each => (
            <FoundRow key={each.path} found={each} add={add} />
          ))}
        </HeadedTable>
      </ScrollRegion>
    )}
  </Panel>
)

const FoundRow = ({ found, add }: { readonly found: DiscoveryReply['items'][number]; readonly add: Props['add'] }) => (
  <tr>
    <th scope="row" className="pentad-mono">
      {found.path}
    </th>
    <td className="pentad-mono">
      {found.vendor_id}:{found.product_id} {found.usb_serial_number}
    </td>
    <td>
      {found.identity ? (
        `${found.identity.vendor} ${found.identity.model}, ${serialText(found.identity)}, firmware ${found.identity.firmware ?? 'not told'}`
      ) : found.problem ? (
        <ProblemText problem={found.problem} />
      ) : (
        'nobody answered'
      )}
    </td>
    <td>
      <Button
        size="small"
        icon={<Plus />}
        text="Add…"
        aria-label={`Add ${found.path}`}
        onClick={() => add(draftOfFound(found))}
      />
    </td>
  </tr>
)
