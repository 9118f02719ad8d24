/** The texts of jobs submitted from this browser, as written: a job itself has only its circuit. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { delayedStorage } from '../../window-state/delayed-storage'

interface JobText {
  readonly job_uuid: string
  readonly text: string
}

interface SubmittedTexts {
  /** Newest first. */
  readonly texts: readonly JobText[]
}

const MAX_TEXTS = 50
/** Limit of all texts together, which every browser's storage has room for. */
const MAX_CHARACTERS = 1_000_000

const useSubmittedTexts = create<SubmittedTexts>()(
  persist((): SubmittedTexts => ({ texts: [] }), {
    name: 'pentad-submitted-texts',
    storage: delayedStorage(),
  }),
)

/** The newest texts that there is room for. */
function newestTexts(texts: readonly JobText[]): JobText[] {
  let room = MAX_CHARACTERS
  const fits = ({ text }: JobText) => {
    room -= text.length
    return room >= 0
  }
  const newest = texts.slice(0, MAX_TEXTS)
  const end = newest.findIndex(one => !fits(one))
  return end === -1 ? newest : newest.slice(0, end)
}

export function keepSubmittedText(job_uuid: string, text: string): void {
  if (text.length <= MAX_CHARACTERS)
    useSubmittedTexts.setState(({ texts }) => ({ texts: newestTexts([{ job_uuid, text }, ...texts]) }))
}

/** null for a job that was submitted elsewhere or long ago. */
export const submittedTextOf = (job_uuid: string): string | null =>
  useSubmittedTexts.getState().texts.find(one => one.job_uuid === job_uuid)?.text ?? null
