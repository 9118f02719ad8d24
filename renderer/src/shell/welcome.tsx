import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { SimulatedTag } from '../components/values/tags-and-times'
import { useOpenDialog } from '../window-state/open-dialog'
import { usePreferences } from '../window-state/preferences'

interface WelcomeStep {
  readonly title: string
  readonly words: ReactNode
  readonly path: string
  readonly link: string
}

const STEPS: readonly WelcomeStep[] = [
  {
    title: 'Choose a device',
    words: (
      <>
        The demo lab has no hardware. Its devices are simulated from calibration figures that were published for real
        chips, so every result is marked <SimulatedTag />. Begin with <code>dev-b-mock</code>: it is free, and its
        module passes the feasibility gate.
      </>
    ),
    path: '/modules',
    link: 'Devices',
  },
  {
    title: 'Look at its best logical qubit',
    words: (
      <>
        Chiplets are ranked by the number of faults expected in one syndrome round. The proof says whether the layout
        tolerates every single fault; the schedule shows the round gate by gate.
      </>
    ),
    path: '/modules/dev-b-mock',
    link: 'Module',
  },
  {
    title: 'Run it, and read the verdict',
    words: (
      <>
        A run measures bare qubits and the encoded one in the same way. It reports the logical gain with its interval,
        and whether that is a gain, a loss, or not decided.
      </>
    ),
    path: '/runs',
    link: 'Runs',
  },
]

/**
 * Shown at the first start: the demo lab in three steps. Once dismissed it stays away, and the command palette opens it
 * again.
 */
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
      <DialogFooter
        actions={
          <>
            <Button text="To the dashboard" onClick={() => visit('/')} />
            <Button text="Add your own device" onClick={() => visit('/backends?view=add')} />
            <Button intent="primary" autoFocus text="Start" onClick={() => visit('/modules')} />
          </>
        }
      >
        <kbd>n</kbd> next step, <kbd>?</kbd> all keys
      </DialogFooter>
    </Dialog>
  )
}
