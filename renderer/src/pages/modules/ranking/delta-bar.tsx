/** Δ_round as a stacked bar, and what its colours stand for. */
import type { DeltaRound } from '../../../../../main/contract/modules/diagnostics'
import { TERM_FILLS } from '../../../draw/charts/colours'
import { DELTA_TERMS, deltaSegments, deltaText } from '../../../draw/modules/delta-bars'

const WIDTH = 120
const HEIGHT = 16
/** Pixels left free between segments, so that neighbours of similar brightness stay apart. */
const GAP = 1.5

/** `full` is the Δ_round that fills the width; give every row of a table the same. */
export const DeltaBar = ({ delta, full }: { readonly delta: DeltaRound; readonly full: number }) => (
  <svg width={WIDTH} height={HEIGHT} role="img" aria-label={deltaText(delta)} className="modules-bar">
    <title>{deltaText(delta)}</title>
    {deltaSegments(delta, full).map(({ term, from, width }) => (
      <rect
        key={term}
        x={from * WIDTH}
        width={Math.max(0, width * WIDTH - GAP)}
        height={HEIGHT}
        fill={TERM_FILLS[term]}
      />
    ))}
  </svg>
)

export const DeltaLegend = () => (
  <span className="modules-legend">
    {DELTA_TERMS.map(term => (
      <span key={term} className="modules-legend-item">
        <svg width={12} height={12} aria-hidden>
          <title>{term}</title>
          <rect width={12} height={12} fill={TERM_FILLS[term]} />
        </svg>
        {term}
      </span>
    ))}
  </span>
)
