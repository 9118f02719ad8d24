/** The filter of the jobs list as it stands in the address, so that a filtered list can be kept and shared. */
import type { z } from 'zod'
import { JobListQuery } from '../../../../../main/contract/jobs/circuit-job'

export const FILTERS = [
  'status',
  'backend',
  'mode',
  'name',
  'tag',
  'batch',
  'saved_circuit',
  'created_after',
  'created_before',
] as const
export type FilterName = (typeof FILTERS)[number]
export type JobFilter = Partial<Pick<z.input<typeof JobListQuery>, FilterName>>

/** The filter an address asks for; what the service would refuse is left out. */
export function filterOf(search: URLSearchParams): JobFilter {
  const fields = FILTERS.flatMap(name => {
    const read = JobListQuery.shape[name].safeParse(search.get(name)?.trim() || undefined)
    return read.success && read.data !== undefined ? [[name, read.data] as const] : []
  })
  return Object.fromEntries(fields)
}

/** The address with one filter changed; an empty value removes it. */
export function withFilter(search: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const after = new URLSearchParams(search)
  if (value.trim() === '') after.delete(name)
  else after.set(name, value)
  return after
}

/** Converts the value of a date-and-time field (`2026-11-21T07:00`, in UTC) to the service's time, and back. */
export const timeOfField = (value: string) => (value === '' ? '' : `${value.slice(0, 16)}:00Z`)
export const fieldOfTime = (time: string | undefined) =>
  time === undefined ? '' : new Date(time).toISOString().slice(0, 16)
