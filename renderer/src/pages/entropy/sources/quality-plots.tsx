import { useMemo } from 'react'
import type { SourceQuality } from '../../../../../main/contract/entropy/source'
import { routes } from '../../../../../main/contract/routes'
import { usePolled } from '../../../api/use-fetch'
import { Plot } from '../../../components/drawings/plot'
import { joinedPoints } from '../../../draw/entropy/quality-history'
import { qualityPlots } from '../../../draw/entropy/quality-plots'
import { useScheme } from '../../../window-state/preferences'
import { useReceivedQuality } from '../../../window-state/received-quality'

const NONE: readonly never[] = []
/** Interval between fetches of the history; the window keeps the points that it sees for longer than that. */
const EVERY_MS = 300_000

/** Plots of the last hours: the history of the service, continued by the points that this window has seen since. */
export function QualityPlots({ source }: { readonly source: SourceQuality }) {
  const history = usePolled(routes.getQualityHistory, { params: { id: source.id }, query: {} }, { every_ms: EVERY_MS })
  const seen = useReceivedQuality(({ of }) => of[source.id] ?? NONE)
  const scheme = useScheme()
  const kept = history.data?.points ?? NONE
  const { bits_per_sample, watermarks } = source
  const plots = useMemo(
    () => qualityPlots({ points: joinedPoints(kept, seen), bits_per_sample, watermarks }, scheme),
    [kept, seen, bits_per_sample, watermarks, scheme],
  )
  return (
    <>
      {history.error && (
        <p className="pentad-quiet">
          The plots begin with this window: the history of the service cannot be read ({history.error.message}).
        </p>
      )}
      <div className="entropy-plots">
        {plots.map(({ title, chart, table }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <Plot
              label={`${title} of ${source.short_name} over the last hours`}
              chart={chart}
              table={table}
              height={260}
              simulated={source.simulated}
              fileName={`${source.short_name}-${title.toLowerCase().replaceAll(' ', '-')}`}
            />
          </section>
        ))}
      </div>
    </>
  )
}
