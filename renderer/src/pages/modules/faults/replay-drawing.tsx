/** One frame of a replay on the chiplet: roles, the gate at work, and the Paulis that the fault has become. */
import { PAULI_COLOURS } from '../../../draw/charts/colours'
import { activeCoupling, pauliText, type ReplayFrame } from '../../../draw/fault-replay/frames'
import type { ChipletMap, MapSite } from '../../../draw/modules/chiplet-map'
import { ChipletSite, SITE_RADIUS } from '../chiplet/chiplet-site'

const BADGE = 11

interface Props {
  readonly map: ChipletMap
  readonly frame: ReplayFrame
}

export function ReplayDrawing({ map, frame }: Props) {
  const active = activeCoupling(frame)
  const roles = new Map(map.sites.map(({ site, role }) => [site, role]))
  const label = `Chiplet; Paulis: ${pauliText(frame.paulis, site => roles.get(site) ?? '')}`
  return (
    <svg className="chiplet-drawing replay-map" viewBox={map.view.join(' ')} role="img" aria-label={label}>
      {map.couplings.map(({ key, from, to }) => (
        <line
          key={key}
          className="chiplet-coupling replay-coupling"
          data-active={key === active}
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
        />
      ))}
      {map.sites.map(site => (
        <Site
          key={site.site}
          site={site}
          active={frame.sites.includes(site.site)}
          injected={frame.kind === 'injection' && frame.sites.includes(site.site)}
          pauli={frame.paulis.find(each => each.site === site.site)?.pauli ?? null}
        />
      ))}
    </svg>
  )
}

interface SiteProps {
  readonly site: MapSite
  readonly active: boolean
  readonly injected: boolean
  readonly pauli: 'X' | 'Y' | 'Z' | null
}

const Site = ({ site, active, injected, pauli }: SiteProps) => (
  <ChipletSite site={site}>
    {active && <circle className="replay-active" data-injected={injected} r={SITE_RADIUS + 5} />}
    {pauli !== null && (
      <g className="replay-pauli" transform={`translate(${SITE_RADIUS - 1} ${-SITE_RADIUS + 1})`}>
        <circle r={BADGE} fill={PAULI_COLOURS[pauli]} />
        <text y={5}>{pauli}</text>
      </g>
    )}
  </ChipletSite>
)
