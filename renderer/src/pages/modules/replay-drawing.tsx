/** One frame of a replay on the chiplet: roles, the gate at work, and the Paulis that the fault has become. */

import { pauliWords, type ReplayFrame } from '../../draw/replay-frames'
import { activeCoupling, type ReplayMap as Map_, type MapSite, PAULI_COLOURS } from '../../draw/replay-map'

const RADIUS = 20
const BADGE = 11

interface Props {
  readonly map: Map_
  readonly frame: ReplayFrame
}

export function ReplayDrawing({ map, frame }: Props) {
  const active = activeCoupling(frame)
  const roles = new Map(map.sites.map(({ site, role }) => [site, role]))
  const label = `Chiplet; Paulis: ${pauliWords(frame.paulis, site => roles.get(site) ?? '')}`
  return (
    <svg className="replay-map" viewBox={map.view.join(' ')} role="img" aria-label={label}>
      {map.couplings.map(({ key, from, to }) => (
        <line
          key={key}
          className="replay-coupling"
          data-active={key === active}
          {...{ x1: from.x, y1: from.y, x2: to.x, y2: to.y }}
        />
      ))}
      {map.sites.map(site => (
        <Site
          key={site.site}
          site={site}
          active={frame.sites.includes(site.site)}
          struck={frame.kind === 'strike' && frame.sites.includes(site.site)}
          pauli={frame.paulis.find(each => each.site === site.site)?.pauli ?? null}
        />
      ))}
    </svg>
  )
}

interface SiteProps {
  readonly site: MapSite
  readonly active: boolean
  readonly struck: boolean
  readonly pauli: 'X' | 'Y' | 'Z' | null
}

const Site = ({ site: { site, x, y, role, colour, ink }, active, struck, pauli }: SiteProps) => (
  <g transform={`translate(${x} ${y})`}>
    {active && <circle className="replay-active" data-struck={struck} r={RADIUS + 5} />}
    <circle className="replay-site" r={RADIUS} fill={colour} />
    <text className="replay-role" y={role === '' ? 5 : -1} fill={ink}>
      {role === '' ? site : role}
    </text>
    {role !== '' && (
      <text className="replay-index" y={12} fill={ink}>
        {site}
      </text>
    )}
    {pauli !== null && (
      <g className="replay-pauli" transform={`translate(${RADIUS - 1} ${-RADIUS + 1})`}>
        <circle r={BADGE} fill={PAULI_COLOURS[pauli]} />
        <text y={5}>{pauli}</text>
      </g>
    )}
  </g>
)
