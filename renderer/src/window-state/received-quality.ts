/** Quality points that this window has received for each source; plots append them to the service's history. */
import { create } from 'zustand'
import type { QualityPoint } from '../../../main/contract/entropy/source'
import { withPoint } from '../draw/entropy/quality-history'

interface ReceivedQuality {
  readonly of: Readonly<Record<string, readonly QualityPoint[]>>
  readonly add: (source_id: string, point: QualityPoint) => void
}

export const useReceivedQuality = create<ReceivedQuality>()(set => ({
  of: {},
  add: (source_id, point) => set(({ of }) => ({ of: { ...of, [source_id]: withPoint(of[source_id] ?? [], point) } })),
}))
