/** Keys and gestures of the editor, and the limits of each text format. */
import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { Help } from '@blueprintjs/icons'
import { memo, useState } from 'react'
import { PALETTE } from '../../../draw/circuit-editor/palette'

type HelpLines = readonly (readonly [keys: string, effect: string])[]

const KEYS: HelpLines = [
  ['← → ↑ ↓', 'Move the caret; Home and End go to the first moment and behind the last'],
  ['c', 'Hold the caret’s wire as a control of the next gate; c again lets it go'],
  [
    'Shift C',
    'Make the caret’s wire a control of the selected gate, or of the one in its moment: of 1, then of 0, then none',
  ],
  ['Shift I', 'Turn the gate into its inverse'],
  ['l', 'Put what is selected, or the gate under the caret, into a loop of two iterations'],
  ['Space', 'Select the gate under the caret, or take it out of the selection'],
  [
    'Enter',
    'Select it, and edit its angles in place, or open a loop, a branch or a gate of the program; with a gate of the palette in hand: put it at the caret',
  ],
  ['Escape', 'Put the gate in hand away; then select nothing; then out of what is open'],
  ['Delete', 'Delete what is selected, or the gate under the caret'],
  ['Shift ↑ ↓', 'Move the selected gate, or the one under the caret, by a wire'],
  ['Alt ↑ ↓', 'Move its lower end by a wire, with Shift its upper end; a barrier grows and shrinks'],
  [
    'Alt → ←',
    'A loop or branch takes the next gate in, or puts its last one out; with Shift at its beginning (← takes in)',
  ],
  ['Alt X, Y, Z', 'Put a Pauli error before the caret; Alt S switches it off and on, Alt Delete takes it away'],
  [
    'Ctrl A, C, X, V',
    'Select all, copy, cut (the gate under the caret where none is selected), paste at the caret, in another circuit too',
  ],
  [
    'Ctrl V of statements',
    'Put in before the caret’s column as they are written, on the wires that they name: copied loops and branches, too',
  ],
  ['Ctrl D', 'Duplicate what is selected, or the gate under the caret, behind it on the same wires'],
  ['Ctrl Z, Ctrl Y', 'Undo and redo: one step for each gesture, in drawing and text alike'],
  ['Ctrl S', 'Save the circuit'],
  ['F8, Ctrl Space', 'In the text: the next fault, completion'],
]
const GESTURES: HelpLines = [
  ['Click a gate above, then a cell', 'Puts it there, and again at the next click; Escape puts it away'],
  ['… and draw over wires', 'A gate on several goes from the first to the last; a barrier covers what is drawn over'],
  [
    'Click ● or ○, then a wire',
    'That wire controls the gate of that moment, of 1 or of 0; in a moment without gates, the next gate that is put',
  ],
  ['Click Matrix…', 'Makes a gate of its matrix, which the next click puts down'],
  ['Drag a gate from above', 'Puts it once; a finger does the same'],
  ['Drag a gate', 'Moves the wire that it was taken at; with Shift, or at its middle, the whole gate'],
  ['Drag an end of a barrier', 'Over more wires, or fewer'],
  [
    'Drag an edge of a loop or branch',
    'Outwards it takes in what it passes, inwards it puts out one step for each column; a gate under a condition once it is selected',
  ],
  ['Drag a gate out of the drawing', 'Deletes it'],
  ['Drag over empty cells', 'Selects what lies wholly within the frame'],
  ['Double-click a box', 'Opens it: an edit within changes every iteration and every call'],
  ['Double-click a gate with angles', 'Edits them in place: Enter takes them, Escape leaves them'],
]
const LIMITS: HelpLines = [
  [
    'OpenQASM 3',
    'Says all that the drawing does. A gate of one iteration of a loop is edited once the loop is unrolled',
  ],
  [
    'OpenQASM 2',
    'Conditions on whole registers only; controls only where qelib1.inc has such a gate; no loops, no inputs',
  ],
  [
    'JSON',
    'Numbers and names of parameters for angles; no gates of its own, no controls beyond those of the gate table',
  ],
  ['Stim', 'Downloaded only: Clifford gates, Paulis under a condition on one bit; no parameters, no loops'],
]
const GATE_KEYS: HelpLines = PALETTE.flatMap(({ gates }) =>
  gates.flatMap(({ key, name, about }) => (key === null ? [] : [[key, `${name}: ${about}`] as const])),
)

export const EditorHelp = memo(() => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="minimal" icon={<Help />} text="Help" onClick={() => setOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Editing circuits"
        className="pentad-dialog circuits-help-dialog"
      >
        <DialogBody tabIndex={0}>
          <Section title="Keys, with the focus in the drawing or the list of steps" lines={KEYS} />
          <Section title="Keys that put gates at the caret" lines={GATE_KEYS} />
          <Section title="Mouse, pen and finger" lines={GESTURES} />
          <Section title="Limits of each text format" lines={LIMITS} />
          <p>
            A change that a format cannot express is refused with the reason; where unrolling helps, it is offered.
            Comments and layout outside of the edited statement stay as they are.
          </p>
          <p>
            The draft and its undo are kept in this browser. Changes that neither a saved version nor a job holds are
            asked about before another circuit takes their place, and before the window is closed or loaded anew.
          </p>
        </DialogBody>
      </Dialog>
    </>
  )
})

const Section = ({ title, lines }: { readonly title: string; readonly lines: HelpLines }) => (
  <table className="pentad-keys">
    <caption>{title}</caption>
    <tbody>
      {lines.map(([keys, effect]) => (
        <tr key={keys}>
          <th scope="row">{keys}</th>
          <td>{effect}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
