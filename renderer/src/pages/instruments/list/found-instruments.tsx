/** Ports that no configured instrument uses, with the answer of each, or the reason why there is none. */
import { Button } from '@blueprintjs/core'
import { Cross, Plus, Refresh } from '@blueprintjs/icons'
import type { DiscoveryReply } from '../../../../../main/contract/instruments/discovery'
import { ActionButton } from '../../../components/controls/action-button'
import { Panel } from '../../../components/layout/page'
import { Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { countWithNoun } from '../../../draw/format/quantity'
import { serialText } from '../../../draw/instruments/state-text'
import { ProblemList, ProblemText } from '../../../instruments/status/state-tags'
import { draftOfFound, type InstrumentDraft } from '../add/instrument-draft'

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
        <ActionButton size="small" icon={<Refresh />} text="Look again" loading={searching} onClick={again} />
        <Button size="small" icon={<Cross />} text="Close" aria-label="Close what was found" onClick={close} />
      </>
    }
  >
    <ProblemList of={found.problems} />
    <AskedPorts found={found.items.filter(isAsked)} add={add} />
    <OtherPorts found={found.items.filter(each => !isAsked(each))} add={add} />
  </Panel>
)

type FoundItem = DiscoveryReply['items'][number]

/** Whether a driver names the device at the port; discovery does not query other ports. */
const isAsked = ({ candidates }: FoundItem) => candidates.length > 0

interface PortsProps extends Pick<Props, 'add'> {
  readonly found: readonly FoundItem[]
}

const AskedPorts = ({ found, add }: PortsProps) =>
  found.length === 0 ? (
    <Empty title="Nothing else is plugged in that a driver names">
      Instruments on TCP and twins are not found by USB identity: add them by hand.
    </Empty>
  ) : (
    <ScrollRegion label="Found instruments">
      <HeadedTable caption="Found instruments" columns={['Where', 'USB identity', 'Says it is', 'Add']}>
        {found.map(each => (
          <tr key={each.path}>
            <PortCells found={each} />
            <td>
              {each.identity ? (
                `${each.identity.vendor} ${each.identity.model}, ${serialText(each.identity)}, firmware ${each.identity.firmware ?? 'not reported'}`
              ) : each.problem ? (
                <ProblemText problem={each.problem} />
              ) : (
                'no answer'
              )}
            </td>
            <td>
              <AddButton found={each} add={add} />
            </td>
          </tr>
        ))}
      </HeadedTable>
    </ScrollRegion>
  )

const OtherPorts = ({ found, add }: PortsProps) =>
  found.length > 0 && (
    <details>
      <summary>
        {countWithNoun(found.length, 'other port')}, not asked: no driver names what is plugged in there
      </summary>
      <p className="pentad-quiet">
        A question that an instrument does not know may be a command to it. Choose the driver of what hangs there, then
        ask.
      </p>
      <ScrollRegion label="Other ports" maxHeight={320}>
        <HeadedTable caption="Other ports" columns={['Where', 'USB identity', 'Calls itself', 'Add']}>
          {found.map(each => (
            <tr key={each.path}>
              <PortCells found={each} />
              <td>{each.description ?? 'nothing'}</td>
              <td>
                <AddButton found={each} add={add} />
              </td>
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
    </details>
  )

const PortCells = ({ found: { path, vendor_id, product_id, usb_serial_number } }: { readonly found: FoundItem }) => (
  <>
    <th scope="row" className="pentad-mono">
      {path}
    </th>
    <td className="pentad-mono">
      {vendor_id === null ? 'none' : `${vendor_id}:${product_id} ${usb_serial_number ?? ''}`}
    </td>
  </>
)

const AddButton = ({ found, add }: { readonly found: FoundItem; readonly add: Props['add'] }) => (
  <Button
    size="small"
    icon={<Plus />}
    text="Add…"
    aria-label={`Add ${found.path}`}
    onClick={() => add(draftOfFound(found))}
  />
)
