/** One site of a drawn chiplet: its disc with role and number, and what a drawing puts around it. */
import type { ReactNode } from 'react'
import type { MapSite } from '../../../draw/modules/chiplet-map'

export const SITE_RADIUS = 20

interface Props {
  readonly site: MapSite
  /** Drawn over the disc, in coordinates from its centre. */
  readonly children?: ReactNode
}

export const ChipletSite = ({ site: { site, name, x, y, role, colour, ink }, children }: Props) => (
  <g transform={`translate(${x} ${y})`} data-site={site}>
    <circle className="chiplet-site" r={SITE_RADIUS} fill={colour}>
      <title>{`qubit ${name}`}</title>
    </circle>
    <text y={role === '' ? 5 : -1} fill={ink}>
      {role === '' ? site : role}
    </text>
    {role !== '' && (
      <text className="chiplet-index" y={12} fill={ink}>
        {site}
      </text>
    )}
    {children}
  </g>
)
