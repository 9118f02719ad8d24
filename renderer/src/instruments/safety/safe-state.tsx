/** The safe-state button and dialog: on every page, by its keys from everywhere, for everybody who is signed in. */
import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Shield } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import type { SafeStateReply } from '../../../../main/contract/instruments/limits'
import { routes } from '../../../../main/contract/routes'
import { untilAnswered } from '../../api/instruments/until-answered'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { ActionButton } from '../../components/controls/action-button'
import { ProblemMessage } from '../../components/messages/answer'
import { useSafeStateDialog } from '../../window-state/open-dialog'
import { SafeReport } from './safe-report'

export function SafeStateButton() {
  const open = useSafeStateDialog(state => state.open)
  return (
    <Button
      intent="danger"
      className="pentad-safe"
      icon={<Shield />}
      text="Safe state"
      aria-label="Safe state"
      aria-keyshortcuts="Control+Shift+S"
      title="Drive every instrument to its safe values (Ctrl+Shift+S)"
      onClick={open}
    />
  )
}

/** Appears above every other dialog. Its button has the focus, so that Enter drives the safe state. */
export function SafeStateDialog() {
  const { isOpen, close } = useSafeStateDialog()
  return (
    <Dialog
      isOpen={isOpen}
      title="Safe state"
      onClose={close}
      role="alertdialog"
      canOutsideClickClose={false}
      className="pentad-dialog pentad-safe-dialog"
    >
      {isOpen && <SafeStateForm close={close} />}
    </Dialog>
  )
}

const AGAIN_MS = 1_000
/** Time after which a missing report is shown as late. */
const LATE_MS = 10_000

/** Sends the request repeatedly until the service answers or the dialog is closed. */
function useSafeDrive() {
  const { call } = useApi()
  const [report, setReport] = useState<SafeStateReply | null>(null)
  const [answers, setAnswers] = useState(true)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const shown = new AbortController()
    leaving.current = shown
    return () => shown.abort()
  }, [])
  const drive = useAction(async () => {
    setReport(null)
    const reply = await untilAnswered(() => call(routes.driveAllSafe), {
      unanswered: () => setAnswers(false),
      wait: () => new Promise(resolve => setTimeout(resolve, AGAIN_MS)),
      signal: leaving.current.signal,
    }).finally(() => setAnswers(true))
    setReport(reply)
  })
  return { drive, report, answers }
}

function Driving({ answers }: { readonly answers: boolean }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!answers)
    return (
      <Callout compact intent="danger" role="status">
        The service does not answer: no instrument is known to be driven. It is asked every second for as long as this
        stays open. <strong>What must go now is switched off at the rack.</strong>
      </Callout>
    )
  return (
    <Callout compact intent={late ? 'warning' : 'primary'} role="status">
      Driving: it takes the longest ramp and at most 5 s more.
      {late && ' No report has come yet: where no ramp is that long, the service is held up; look at the rack.'}
    </Callout>
  )
}

function SafeStateForm({ close }: { readonly close: () => void }) {
  const { drive, report, answers } = useSafeDrive()
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
        {drive.running && <Driving answers={answers} />}
        {drive.error && <ProblemMessage problem={drive.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={report ? 'Close' : 'Cancel'} onClick={close} />
            <ActionButton
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
