/** Every keyboard shortcut, by page; opened by `?` and by a button of the navigation. */
import { Dialog, DialogBody } from '@blueprintjs/core'
import { useOpenDialog } from '../window-state/open-dialog'
import { PAGES } from './page-table'

const GENERAL: readonly (readonly [keys: string, effect: string])[] = [
  ['Ctrl K', 'Command palette: every page and the main actions'],
  ['?', 'This list'],
  ['Ctrl S', 'On Circuits: save the circuit'],
  ['Ctrl Shift S', 'Safe state: drive every instrument to its safe values'],
  ['Esc', 'Close a dialog'],
]
const EXPERIMENT: typeof GENERAL = [
  ['n', 'The next step: device, module, proof, set-up, start; or to what it still asks for'],
  ['p', 'The step before'],
]
const JOBS: typeof GENERAL = [
  ['j k', 'Next and previous job; the arrow keys, Page Up, Page Down, Home and End too'],
  ['Enter', 'Open the job'],
  ['/', 'To the filters'],
  ['Esc', 'Back to the list'],
]

const INSTRUMENTS: typeof GENERAL = [['↑ ↓', 'Earlier and later lines of the console']]

const Keys = ({ keys }: { readonly keys: string }) => (
  <>
    {keys.split(' ').map(key => (
      <kbd key={key}>{key}</kbd>
    ))}
  </>
)

const Row = ({ keys, effect }: { readonly keys: string; readonly effect: string }) => (
  <tr>
    <th scope="row">
      <Keys keys={keys} />
    </th>
    <td>{effect}</td>
  </tr>
)

export function ShortcutsDialog() {
  const { open, close } = useOpenDialog()
  return (
    <Dialog isOpen={open === 'shortcuts'} onClose={close} title="Keyboard shortcuts" className="pentad-dialog">
      <DialogBody tabIndex={0}>
        <table className="pentad-keys">
          <tbody>
            {GENERAL.map(([keys, effect]) => (
              <Row key={keys} keys={keys} effect={effect} />
            ))}
            {PAGES.map(({ letter, name }) => (
              <Row key={letter} keys={`g ${letter}`} effect={name} />
            ))}
            {EXPERIMENT.map(([keys, effect]) => (
              <Row key={effect} keys={keys} effect={`Experiment: ${effect}`} />
            ))}
            {INSTRUMENTS.map(([keys, effect]) => (
              <Row key={effect} keys={keys} effect={`Instruments: ${effect}`} />
            ))}
            {JOBS.map(([keys, effect]) => (
              <Row key={effect} keys={keys} effect={`Jobs: ${effect}`} />
            ))}
          </tbody>
        </table>
      </DialogBody>
    </Dialog>
  )
}
