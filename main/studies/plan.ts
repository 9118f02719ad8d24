/** What a study needs beside its request, as plain data: stored before it starts, so that a later calibration changes nothing. */
import type { ReadyModule } from '../modules/model/module'
import { jsonBytes, parsed } from '../worker/json'

export type StudyPlan = ReadyModule & { readonly format: 'pentad-study-plan/1' }

export const planStudy = (resolution: ReadyModule): StudyPlan => ({
  format: 'pentad-study-plan/1',
  ...resolution,
})

export const encodeStudyPlan = (plan: StudyPlan): Uint8Array => jsonBytes(plan)
export const decodeStudyPlan = (bytes: Uint8Array): StudyPlan => parsed(bytes)
