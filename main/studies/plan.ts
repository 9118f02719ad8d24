/** What a study needs beside its request, as plain data: stored before it starts, so that a later calibration changes nothing. */
import { type PlainResolution, plainOf, type Resolution } from '../runs/resolution'

export type StudyPlan = PlainResolution & { readonly format: 'pentad-study-plan/1' }

export const planStudy = (resolution: Resolution): StudyPlan => ({
  format: 'pentad-study-plan/1',
  ...plainOf(resolution),
})

export const encodeStudyPlan = (plan: StudyPlan): Uint8Array => new TextEncoder().encode(JSON.stringify(plan))
export const decodeStudyPlan = (bytes: Uint8Array): StudyPlan =>
  JSON.parse(new TextDecoder().decode(bytes)) as StudyPlan
