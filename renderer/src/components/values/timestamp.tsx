import { utcSecond } from '../../draw/format/time'

/** A point in time in UTC, to the second. */
export function LocalTime({ at }: { readonly at: string | null }) {
  return at === null ? <span className="pentad-quiet">—</span> : <time dateTime={at}>{utcSecond(at)}</time>
}
