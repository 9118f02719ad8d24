/** What was seen of each source since the window was opened, so that plots go on where a tab was left. */
import { create } from 'zustand'
import { type QualityPoint, withQualityPoint } from '../draw/entropy/quality-history'

interface QualityHistory {
  readonly of: Readonly<Record<string, readonly QualityPoint[]>>
  readonly add: (source_id: string, point: QualityPoint) => void
}

export const useQualityHistory = create<QualityHistory>()(set => ({
  of: {},
  add: (source_id, point) =>
    set(({ of }) => ({ of: { ...of, [source_id]: withQualityPoint(of[source_id] ?? [], point) } })),
}))
