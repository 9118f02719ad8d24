import { useMemo } from 'react'
import type { SourceQuality } from '../../../../../main/contract/entropy/source'
import { qualityPlots } from '../../../draw/entropy/quality-plots'
import { Plot } from '../../../show/drawings/plot'
import { useScheme } from '../../../state/preferences'
import { useQualityHistory } from '../../../state/quality-history'

const NONE: readonly never[] = []

/** Since the window first showed the source: the service keeps the figures of now only. */
export function QualityPlots({ source }: { readonly source: Pick<SourceQuality, 'id' | 'short_name' | 'simulated'> }) {
  const history = useQualityHistory(({ of }) => of[source.id] ?? NONE)
  const scheme = useScheme()
  const plots = useMemo(() => qualityPlots(history, scheme), [history, scheme])
  return (
    <div className="entropy-plots">
      {plots.map(({ title, chart, table }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <Plot
            label={`${title} of ${source.short_name} since this window showed it`}
            chart={chart}
            table={table}
            height={220}
            simulated={source.simulated}
            fileName={`${source.short_name}-${title.toLowerCase().replaceAll(' ', '-')}`}
          />
        </section>
      ))}
    </div>
  )
}
