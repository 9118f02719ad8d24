/** All saved circuits: found by name or text, opened, copied, deleted and brought back. */
import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { useDeferredValue, useState } from 'react'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { SearchField } from '../../../components/controls/search-field'
import { useFocusReturn } from '../../../components/controls/use-focus-return'
import { Answer, Empty, ProblemMessage } from '../../../components/messages/answer'
import { SavedTable } from './saved-table'
import { useSavedActions } from './use-saved-actions'

interface Props {
  readonly close: () => void
}

export function SavedList({ close }: Props) {
  useFocusReturn()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search)
  const list = useFetched(routes.listSavedCircuits, { query: asked === '' ? {} : { search: asked } })
  const { deleted, error, run } = useSavedActions({ close, reload: list.reload })
  return (
    <Dialog isOpen title="Saved circuits" className="circuits-saved-dialog" onClose={close}>
      <DialogBody>
        <SearchField label="Search saved circuits" value={search} change={setSearch} />
        <p className="pentad-quiet">Arrow keys go through the list.</p>
        {deleted && (
          <p role="status">
            {deleted.name} was deleted. <Button size="small" text="Undo" onClick={() => run('restore', deleted)} />
          </p>
        )}
        {error && <ProblemMessage problem={error} />}
        <Answer of={list} what="the saved circuits">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="None found">Save a circuit by a name beside its text.</Empty>
            ) : (
              <SavedTable circuits={items} run={run} reload={list.reload} />
            )
          }
        </Answer>
      </DialogBody>
    </Dialog>
  )
}
