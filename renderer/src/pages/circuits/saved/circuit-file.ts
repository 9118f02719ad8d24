/** Loads a circuit file in place of the draft, and downloads the draft as a file. */
import { unreadableFile } from '../../../api/transport/problem'
import { save, textFile } from '../../../components/controls/save-file'
import { fileOfText, textOfFile } from '../../../draw/circuit-text/text-file'
import { draftText, replacing } from '../editor/state/circuit-draft'
import { originOfDraft, setOrigin } from './open-circuit'
import { mayReplaceDraft } from './unsaved-work'

/** Rejects with ApiProblem where the file is no text. */
export async function openCircuitFile(file: File): Promise<void> {
  const read = textOfFile(file.name, new Uint8Array(await file.arrayBuffer()))
  if (read === null) throw unreadableFile(file.name)
  if (!(await mayReplaceDraft())) return
  replacing()(read.text)
  setOrigin(read.origin, read.text)
}

/** Downloads the draft as it stands, with comments and layout. `savedName`: name of its saved circuit; null: never saved. */
export function downloadDraft(savedName: string | null): void {
  const origin = originOfDraft()
  const { name, content } = fileOfText(draftText(), savedName === null ? origin : { ...origin, name: savedName })
  save(name, textFile(content, 'text/plain'))
}
