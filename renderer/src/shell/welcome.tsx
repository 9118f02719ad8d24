import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { SimulatedTag } from '../show/tags'
import { useOpenDialog } from '../state/open-dialog'
import { usePreferences } from '../state/preferences'

interface Step {
  readonly title: string
  readonly words: ReactNode
  readonly path: string
  readonly link: string
}

const STEPS: readonly Step[] = [
  {
    title: 'Look at a device',
    words: (
      <>
        The demo lab has no hardware. Its devices compute from calibration figures that were published for real chips,
        so every result is marked <SimulatedTag />. Backends that end in <code>-mock</code> are free.
      </>
    ),
    path: '/backends',
    link: 'Backends',
  },
  {
    title: 'Choose a logical qubit',
    words: (
      <>
        Modules ranks the chiplets by the faults one round is expected to have, says why one is better than another, and
        checks that the layout tolerates any single fault.
      </>
    ),
    path: '/modules',
    link: 'Modules',
  },
  {
    title: 'Ask whether encoding helps',
    words: (
      <>
        A run measures the bare qubits and the encoded one the same way and reports the logical gain with its interval.
        Where encoding loses, it says so.
      </>
    ),
    path: '/runs',
    link: 'Runs',
  },
]

/** First start: the demo lab in three steps. Remembered once dismissed; the command palette brings it back. */
export function Welcome() {
  const { open, close } = useOpenDialog()
  const { welcomed, setWelcomed } = usePreferences()
  const [, navigate] = useLocation()
  const dismiss = () => {
    setWelcomed(true)
    close()
  }
  const visit = (path: string) => {
    dismiss()
    navigate(path)
  }
  return (
    <Dialog
      isOpen={!welcomed || open === 'welcome'}
      onClose={dismiss}
      title="The demo lab in three steps"
      className="pentad-dialog pentad-welcome"
    >
      <DialogBody>
        <ol>
          {STEPS.map(step => (
            <li key={step.path}>
              <h3>{step.title}</h3>
              <p>{step.words}</p>
              <Button size="small" endIcon={<ArrowRight />} text={step.link} onClick={() => visit(step.path)} />
            </li>
          ))}
        </ol>
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text="Start" onClick={dismiss} />}>
        Press <kbd>?</kbd> for the keys, <kbd>Ctrl</kbd> <kbd>K</kbd> for everything else.
      </DialogFooter>
    </Dialog>
  )
}
