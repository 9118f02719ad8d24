/** Adds an instrument: its driver is chosen, its identity is queried, it is saved to the lab profile, and tried in the console. */
import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Endorsed, FloppyDisk } from '@blueprintjs/icons'
import { useState } from 'react'
import type { DriverList, IdentifyReply } from '../../../../../main/contract/instruments/discovery'
import type { InstrumentDetail } from '../../../../../main/contract/instruments/instrument'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { useFocusReturn } from '../../../components/controls/use-focus-return'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { serialText } from '../../../draw/instruments/state-text'
import { ProblemList } from '../../../instruments/status/state-tags'
import { AddedInstrument } from './added-instrument'
import { DraftFields } from './draft-fields'
import { addressToAsk, asAnswered, checkedDraft, type InstrumentDraft, withDriver } from './instrument-draft'

interface Props {
  readonly start: InstrumentDraft
  readonly taken: readonly string[]
  readonly added: () => void
  readonly close: () => void
}

export function AddDialog({ start, taken, added, close }: Props) {
  useFocusReturn()
  const drivers = useFetched(routes.listDrivers, {})
  const [instrument, setInstrument] = useState<InstrumentDetail | null>(null)
  const keep = (one: InstrumentDetail) => {
    setInstrument(one)
    added()
  }
  const undone = () => {
    added()
    close()
  }
  return (
    <Dialog
      isOpen
      title={instrument ? `Added: ${instrument.label}` : 'Add an instrument'}
      onClose={close}
      canOutsideClickClose={false}
      className="pentad-dialog instruments-add"
    >
      {instrument ? (
        <AddedInstrument instrument_id={instrument.instrument_id} close={close} undone={undone} />
      ) : (
        <DialogBody>
          <Answer of={drivers} what="the drivers">
            {list => <AddForm start={start} taken={taken} close={close} list={list} keep={keep} />}
          </Answer>
        </DialogBody>
      )}
    </Dialog>
  )
}

interface AddFormProps extends Omit<Props, 'added'> {
  readonly list: DriverList
  readonly keep: (instrument: InstrumentDetail) => void
}

/** The draft of the dialog, its faults, and the two requests: asking who answers at the address, and saving. */
function useInstrumentDraft({ start, taken, list, keep }: Omit<AddFormProps, 'close'>) {
  const { call } = useApi()
  const [draft, setDraft] = useState(() => {
    const driver = list.items.find(each => each.driver === start.driver)
    return driver ? withDriver(start, driver) : start
  })
  /** Whether the identity was asked for without a port. */
  const [isNowhere, setNowhere] = useState(false)
  /** Faults are shown once something was sent, not while the first letters are typed. */
  const [tried, setTried] = useState(false)
  const [identity, setIdentity] = useState<IdentifyReply | null>(null)
  const checked = checkedDraft(draft, taken)
  const faults = {
    ...(isNowhere && {
      place: 'Type the port to ask it. Without one it is looked for by its serial number once saved.',
    }),
    ...(tried && !checked.ok && checked.faults),
  }
  const ask = useAction(async () => {
    setTried(true)
    setIdentity(null)
    if (!checked.ok) return
    const { driver, options } = checked.instrument
    const address = addressToAsk(draft, checked.instrument.address)
    setNowhere(address === null)
    if (address === null) return
    const reply = await call(routes.identifyInstrument, { body: { driver, address, ...(options && { options }) } })
    setIdentity(reply)
    setDraft(
      asAnswered(
        draft,
        reply.identity,
        list.items.find(each => each.driver === draft.driver),
      ),
    )
  })
  const save = useAction(async () => {
    setTried(true)
    if (checked.ok) keep(await call(routes.addInstrument, { body: checked.instrument }))
  })
  const change = (next: InstrumentDraft) => {
    if (next.driver !== draft.driver || next.kind !== draft.kind || next.place !== draft.place) setIdentity(null)
    setDraft(next)
    setNowhere(false)
    ask.forget()
    save.forget()
  }
  return { draft, change, faults, identity, ask, save }
}

function AddForm({ close, ...props }: AddFormProps) {
  const { list } = props
  const { draft, change, faults, identity, ask, save } = useInstrumentDraft(props)
  const problem = ask.error ?? save.error
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        // Enter asks for the identity; saving takes a press of its own button.
        void ask.run()
      }}
    >
      <ProblemList of={[...list.problems, ...list.warnings]} />
      <DraftFields draft={draft} change={change} faults={faults} drivers={list.items} />
      {identity && <IdentityText reply={identity} />}
      {problem && <ProblemMessage problem={problem} />}
      <p className="pentad-quiet">
        A model without a driver takes one file in <code>{list.folder}</code>: <code>resources/help/instruments</code>{' '}
        of the program’s folder shows it in ten minutes. Asking who it is changes no output.
      </p>
      <DialogFooter
        minimal
        actions={
          <>
            <Button text="Cancel" onClick={close} />
            <ActionButton type="submit" icon={<Endorsed />} text="Ask who it is" loading={ask.running} />
            <ActionButton
              intent="primary"
              icon={<FloppyDisk />}
              text="Save to the lab profile"
              loading={save.running}
              onClick={() => void save.run()}
            />
          </>
        }
      />
    </form>
  )
}

const IdentityText = ({ reply: { identity, simulated } }: { readonly reply: IdentifyReply }) => (
  <Callout compact intent="success" role="status">
    It says: {identity.vendor} {identity.model}, {serialText(identity)}, firmware {identity.firmware ?? 'not reported'}.{' '}
    {simulated && <SimulatedTag />}
  </Callout>
)
