/** Text for work that costs nothing, the same in every view. */
import type { BackendSummary } from './catalogue'

/** Why it is free: mocks always are, a device where the lab's profile prices its shots at 0. */
export const freeText = (mode: BackendSummary['mode']) => (mode === 'mock' ? 'free' : 'free (lab profile)')

/** Mode of a backend of which only the id is known. */
export const modeOf = (backend_id: string): BackendSummary['mode'] => (backend_id.endsWith('-mock') ? 'mock' : 'live')
