import { AppError } from '../../../contract/model/errors'
import type { SourceStatus } from '../../generation/policies/source-status'
import type { Sources } from './sources'
import type { EntropySupplySource } from './supply-source'

interface NamedSources {
  /** Named sources of this lab; the beacon is none. */
  readonly candidates: readonly EntropySupplySource[]
  /** Current status of all named sources, in the order in which they were named. */
  statuses(): SourceStatus[]
}

const BEACON = 'urn:pentad:source:beacon:'

/** Finds what a draw names. Throws `invalid_request` at `pointer` for unknown names, and for one source under two names. */
export function namedSources(sources: Sources) {
  const find = (name: string, pointer: string): EntropySupplySource | SourceStatus => {
    const source = sources.find(name)
    if (source) return source
    if (name.startsWith(BEACON)) return beaconStatus(name)
    const known = sources.all.map(({ short_name }) => short_name).join(', ') || 'none'
    throw new AppError('invalid_request', `There is no source ${name}; there are ${known}`, {
      faults: [{ pointer, message: `one of ${known}, or a full id` }],
    })
  }
  const many = (names: readonly string[], pointer: string): NamedSources => {
    const found = names.map((name, at) => find(name, `${pointer}/${at}`))
    const ids = found.map(({ id }) => id)
    const again = ids.findIndex((id, at) => ids.indexOf(id) < at)
    if (again >= 0) throw namedTwice(ids[again]!, `${pointer}/${again}`)
    return {
      candidates: found.filter(isSource),
      statuses: () => found.map(one => (isSource(one) ? one.status() : one)),
    }
  }
  return { many, one: (name: string, pointer: string) => withPointer(find, name, pointer) }
}

const namedTwice = (source: string, pointer: string) =>
  new AppError('invalid_request', `${source} is named twice`, {
    details: { reason: 'named_twice', source },
    faults: [{ pointer, message: 'each source once, also where a short name and a full id mean the same' }],
  })

function withPointer(
  find: (name: string, pointer: string) => EntropySupplySource | SourceStatus,
  name: string,
  pointer: string,
): NamedSources {
  const found = find(name, pointer)
  return isSource(found)
    ? { candidates: [found], statuses: () => [found.status()] }
    : { candidates: [], statuses: () => [found] }
}

const isSource = (one: EntropySupplySource | SourceStatus): one is EntropySupplySource => 'status' in one

/** The beacon is no source of secrets: a draw that names it is refused with the reason. */
const beaconStatus = (id: string): SourceStatus => ({
  id,
  kind: 'beacon',
  physical_group: 'beacon',
  simulated: false,
  raw: false,
  setting: 'enabled',
  health: 'healthy',
  entropy: null,
  provisional: false,
  bytes: 0,
  raw_bits: 0,
  budget_left: null,
})
