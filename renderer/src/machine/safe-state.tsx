/** The safe-state button: in the rail of every page, by its keys from everywhere, for everybody who is signed in. */
import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Shield } from '@blueprintjs/icons'
import { useState } from 'react'
import type { SafeStateReply } from '../../../main/contract/instruments/limits'
import { routes } from '../../../main/contract/routes'
import { useAction } from '../api/use-action'
import { useApi } from '../api/use-api'
import { ProblemMessage } from '../show/states'
import { useSafeStateAsked } from '../state/safe-state-asked'
import { SafeReport } from './safe-report'

export function SafeStateButton() {
  const ask = useSafeStateAsked(state => state.ask)
  return (
    <Button
      intent="danger"
      className="pentad-safe"
      icon={<Shield />}
      text="Safe state"
      aria-label="Safe state"
      aria-keyshortcuts="Control+Shift+S"
      title="Drive every instrument to its safe values (Ctrl+Shift+S)"
      onClick={ask}
    />
  )
}

/** Stands above every other dialog. One more press drives: Enter, since the focus is there. */
export function SafeStateDialog() {
  const { asked, leave } = useSafeStateAsked()
  return (
    <Dialog
      isOpen={asked}
      title="Safe state"
      onClose={leave}
      role="alertdialog"
      canOutsideClickClose={false}
      className="pentad-dialog pentad-safe-dialog"
    >
      {asked && <SafeStateForm close={leave} />}
    </Dialog>
  )
}

function SafeStateForm({ close }: { readonly close: () => void }) {
  const { call } = useApi()
  const [report, setReport] = useState<SafeStateReply | null>(null)
  const drive = useAction(async () => setReport(await call(routes.driveAllSafe)))
  return (
    <>
      <DialogBody tabIndex={0}>
        {report ? (
          <SafeReport report={report} />
        ) : (
          <p>
            Drives every instrument to the safe values of its driver file and of the lab profile, ramped from where each
            stands, before every queue and lease. <strong>Runs and jobs on instruments end</strong> with the data of
            their whole batches kept.
          </p>
        )}
        {drive.running && (
          <Callout compact intent="primary" role="status">
            Driving: it takes the longest ramp and at most 5 s more.
          </Callout>
        )}
        {drive.error && <ProblemMessage problem={drive.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={report ? 'Close' : 'Cancel'} onClick={close} />
            <Button
              intent="danger"
              icon={<Shield />}
              text={report ? 'Drive again' : 'Drive to safe states'}
              autoFocus
              loading={drive.running}
              onClick={() => void drive.run()}
            />
          </>
        }
      />
    </>
  )
}
