/** What the lab has: instruments, what else is plugged in, sequencers, what a run needs, and the readings of the last hour. */
import { Button } from '@blueprintjs/core'
import { Plus, Search, Undo } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import type { DiscoveryReply } from '../../../../../main/contract/instruments/discovery'
import type { InstrumentList } from '../../../../../main/contract/instruments/instrument'
import { routes } from '../../../../../main/contract/routes'
import { useInstruments, useIsOperator, useRenewed } from '../../../api/instruments/use-instruments'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Panel } from '../../../components/layout/page'
import { SectionList } from '../../../components/layout/section-list'
import { Answer, Empty, ProblemMessage } from '../../../components/messages/answer'
import { ProblemList } from '../../../instruments/status/state-tags'
import { AddDialog } from '../add/add-dialog'
import { type InstrumentDraft, NEW_INSTRUMENT } from '../add/instrument-draft'
import { FoundInstruments } from './found-instruments'
import { InstrumentTable } from './instrument-table'
import { NeedsPanel, ReadingsPanel } from './run-needs'
import { SequencersPanel } from './sequencers'

export const LabInstruments = () => (
  <SectionList
    label="Sections of the lab"
    sections={[
      { id: 'instruments', title: 'Instruments', content: <InstrumentsPanel /> },
      { id: 'sequencers', title: 'Sequencers', content: <SequencersPanel /> },
      { id: 'needs', title: 'What a run needs', content: <NeedsPanel /> },
      { id: 'readings', title: 'Last hour', content: <ReadingsPanel /> },
    ]}
  />
)

function InstrumentsPanel() {
  const instruments = useInstruments()
  const operator = useIsOperator()
  const { call } = useApi()
  const [draft, setDraft] = useState<InstrumentDraft | null>(null)
  const [found, setFound] = useState<DiscoveryReply | null>(null)
  /** Ports of configured instruments: one that was added since it was found is listed only below. */
  const used = new Set(instruments.data?.items.map(({ port }) => port))
  const finder = useRef<HTMLButtonElement>(null)
  const discover = useAction(async () => setFound(await call(routes.discoverInstruments)))
  return (
    <>
      {found && (
        <FoundInstruments
          found={{ ...found, items: found.items.filter(({ path }) => !used.has(path)) }}
          add={setDraft}
          again={() => void discover.run()}
          searching={discover.running}
          close={() => {
            setFound(null)
            finder.current?.focus()
          }}
        />
      )}
      <Panel
        title="Instruments"
        tags={<span className="pentad-quiet">{instruments.live ? 'live' : 'updated every few seconds'}</span>}
        actions={
          operator && (
            <>
              <UndoButton changed={instruments.reload} />
              <ActionButton
                ref={finder}
                size="small"
                icon={<Search />}
                text="Find instruments"
                loading={discover.running}
                onClick={() => void discover.run()}
              />
              <Button size="small" icon={<Plus />} text="Add by hand" onClick={() => setDraft(NEW_INSTRUMENT)} />
            </>
          )
        }
      >
        {operator === false && (
          <p className="pentad-quiet">
            You may look at everything here and drive safe states. Setting, the console, discovery and changes of the
            lab profile take the role operator.
          </p>
        )}
        {discover.error && <ProblemMessage problem={discover.error} retry={() => void discover.run()} />}
        <Answer of={instruments} what="the instruments">
          {list => <Configured list={list} />}
        </Answer>
      </Panel>
      {draft && (
        <AddDialog
          start={draft}
          taken={instruments.data?.items.map(({ instrument_id }) => instrument_id) ?? []}
          close={() => setDraft(null)}
          added={instruments.reload}
        />
      )}
    </>
  )
}

const Configured = ({ list }: { readonly list: InstrumentList }) => (
  <>
    <ProblemList of={list.problems} />
    {list.items.length === 0 ? (
      <Empty title="No instrument">
        The lab profile names none. Find what is plugged in, or add one by hand: both take the role operator.
      </Empty>
    ) : (
      <InstrumentTable instruments={list.items} />
    )}
  </>
)

/** Button that undoes the newest change of the lab profile and names it; nothing where there is none. */
function UndoButton({ changed }: { readonly changed: () => void }) {
  const lab = useRenewed(routes.getLab, {}, ({ type }) => type === 'lab')
  const { call } = useApi()
  const undo = useAction(async () => {
    await call(routes.undoLabChange)
    lab.reload()
    changed()
  })
  const newest = lab.data?.changes[0]
  if (newest === undefined) return undo.error && <ProblemMessage problem={undo.error} />
  return (
    <>
      {undo.error && <ProblemMessage problem={undo.error} />}
      <ActionButton
        size="small"
        icon={<Undo />}
        text="Undo"
        title={`Take back: ${newest.text}`}
        aria-label={`Undo: ${newest.text}`}
        loading={undo.running}
        onClick={() => void undo.run()}
      />
    </>
  )
}
