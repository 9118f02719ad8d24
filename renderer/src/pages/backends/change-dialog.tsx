/** Changes of the current snapshot: dialog and texts. */
import { Button, Callout, Dialog, DialogBody } from '@blueprintjs/core'
import { useMemo } from 'react'
import type { CurrentChange } from '../../../../main/contract/backends/current-calibration'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { useDebouncedFetch } from '../../api/use-debounced'
import { DialogActions } from '../../components/controls/dialog-actions'
import { useFocusReturn } from '../../components/controls/use-focus-return'
import { Loading, ProblemMessage } from '../../components/messages/answer'

/**
 * Text of a change: the snapshot that becomes current and the layouts that move. For a change that was made, the lab stream
 * announces the moves.
 */
export const ChangeText = ({ change }: { readonly change: CurrentChange }) => (
  <>
    <p>{change.text}</p>
    {change.moves?.length === 0 && change.previous !== null && <p>No layout moves.</p>}
    {change.moves !== null && change.moves.length > 0 && (
      <>
        <p>Layouts that move:</p>
        <ul className="pentad-list">
          {change.moves.map(({ logical_id, change: { text } }) => (
            <li key={logical_id}>
              <code>{logical_id}</code> {text}
            </li>
          ))}
        </ul>
      </>
    )}
    <p className="pentad-quiet">
      Modules are resolved from the current snapshot, and new runs and live jobs use it. Runs and jobs that were started
      before keep theirs.
    </p>
  </>
)

/** The snapshot to make current, or `revert` for the one before. */
export type WantedChange = { readonly calibration_id: string } | 'revert'

interface Props {
  readonly backend_id: string
  readonly wanted: WantedChange
  readonly close: () => void
  readonly changed: () => void
}

/** Dialog that asks the service what a change would do before it is made. */
export function ChangeDialog({ backend_id, wanted, close, changed }: Props) {
  const leaveOpener = useFocusReturn()
  const { call } = useApi()
  const revert = wanted === 'revert'
  const calibration_id = revert ? '' : wanted.calibration_id
  const body = useMemo(() => ({ dry_run: true }), [])
  const make = useMemo(
    () => (revert ? null : { params: { backend_id, calibration_id }, body }),
    [revert, backend_id, calibration_id, body],
  )
  const back = useMemo(() => (revert ? { params: { backend_id }, body } : null), [revert, backend_id, body])
  const [made, reverted] = [useDebouncedFetch(routes.makeCurrent, make), useDebouncedFetch(routes.revertCurrent, back)]
  const { reply, problem } = revert ? reverted : made
  const action = useAction(async () => {
    const done = { dry_run: false }
    if (revert) await call(routes.revertCurrent, { params: { backend_id }, body: done })
    else await call(routes.makeCurrent, { params: { backend_id, calibration_id }, body: done })
    leaveOpener()
    changed()
  })
  return (
    <Dialog
      isOpen
      onClose={close}
      title={revert ? 'Undo the last change of the current snapshot' : 'Make this snapshot the current one'}
      className="pentad-dialog"
    >
      <DialogBody>
        {reply === null && problem === null && <Loading what="which layouts would move" />}
        {reply && <ChangeText change={reply} />}
        {problem && <ProblemMessage problem={problem} />}
        {action.error && <ProblemMessage problem={action.error} />}
      </DialogBody>
      <DialogActions
        close={close}
        text={revert ? 'Undo it' : 'Make it current'}
        disabled={problem !== null}
        running={action.running}
        confirm={() => void action.run()}
      />
    </Dialog>
  )
}

interface ChangedProps {
  readonly change: CurrentChange
  readonly undo: () => void
}

/** Shown after an imported snapshot became the current one. */
export const ChangedCallout = ({ change, undo }: ChangedProps) => (
  <Callout intent="primary" title="What is current now">
    <ChangeText change={change} />
    {change.previous !== null && <Button text={`Back to ${change.previous.calibration_id}`} onClick={undo} />}
  </Callout>
)
