/** A file with a circuit in the place of the draft. */
import { replacing } from '../editor/state/draft'
import { proposeName } from './open-circuit'
import { mayReplaceDraft } from './unsaved-work'

/** Of `ladder.qasm` the name is `ladder`. Rejects where the file cannot be read. */
export async function openFile(file: File): Promise<void> {
  const text = await file.text()
  if (!(await mayReplaceDraft())) return
  replacing()(text)
  proposeName(file.name.replace(/(?<=.)\.[^.]*$/, ''), text)
}
