/** The coherence ratio against its gate, as a bar with a mark. */
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { feasibilityOf } from '../../../../../main/contract/modules/feasibility-gate'
import { fixed } from '../../../../../main/contract/numbers/number-text'
import { coherenceBarEnd, durationText, gateWords, ratioText } from '../../../draw/modules/module-text'

const WIDTH = 360
const HEIGHT = 14

export function CoherenceBar({ module }: { readonly module: ResolvedModule }) {
  const { coherence_ratio, gate } = module
  const end = coherenceBarEnd(coherence_ratio, gate.limit)
  const limit = (gate.limit / end) * WIDTH
  return (
    <figure className="modules-coherence" data-passed={gate.passed} data-verdict={feasibilityOf(gate)}>
      <figcaption>
        Coherence ratio <strong>{ratioText(module)}</strong>{' '}
        <span className="pentad-quiet">({durationText(module)})</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 20}`} role="img" aria-label={gateWords(module)}>
        <rect className="modules-track" width={WIDTH} height={HEIGHT} />
        <rect className="modules-fill" width={(coherence_ratio / end) * WIDTH} height={HEIGHT} />
        <line className="modules-mark" x1={limit} x2={limit} y1={-2} y2={HEIGHT + 5} />
        <text x={limit} y={HEIGHT + 17} textAnchor="middle" fontSize={12} fill="currentColor">
          gate {fixed(gate.limit, 2)}
        </text>
      </svg>
    </figure>
  )
}
