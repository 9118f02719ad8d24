/** A layout on its chiplet: roles on sites, the couplings that A can use, and what a reader should look at. */
import { type ReactNode, useMemo } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { usableCouplings } from '../../../draw/modules/candidate-comparison'
import { chipletMap } from '../../../draw/modules/chiplet-map'
import type { RoleLayout } from '../../../draw/modules/role-map'
import { ChipletSite, SITE_RADIUS } from './chiplet-site'
import './chiplet.css'

interface Props {
  readonly backend: Backend
  readonly sites: readonly number[]
  readonly layout: RoleLayout
  readonly label: string
  /** Sites to ring. */
  readonly ringed?: ReadonlySet<number>
  /** Vetoed parts as `qubit:17` and `edge:8-17`; they are crossed out. */
  readonly crossed?: ReadonlySet<string>
  /** The caption. */
  readonly children: ReactNode
}

/** Most pixels of height; up to it a drawing has its own size, at which the smallest letters can be read. */
const TALLEST = 440

const NONE: ReadonlySet<never> = new Set()

export function LayoutDrawing({ backend, sites, layout, label, ringed = NONE, crossed = NONE, children }: Props) {
  const map = useMemo(() => chipletMap(backend, layout, sites), [backend, layout, sites])
  const used = usableCouplings(layout, map.couplings)
  return (
    <figure>
      <svg
        className="chiplet-drawing"
        viewBox={map.view.join(' ')}
        height={Math.min(map.view[3], TALLEST)}
        role="img"
        aria-label={label}
      >
        {map.couplings.map(({ key, from, to }) => (
          <line
            key={key}
            className="chiplet-coupling"
            data-used={used.has(key)}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
          />
        ))}
        {map.couplings
          .filter(({ key }) => crossed.has(`edge:${key}`))
          .map(({ key, from, to }) => (
            <Cross key={key} x={(from.x + to.x) / 2} y={(from.y + to.y) / 2} reach={9} />
          ))}
        {map.sites.map(site => (
          <ChipletSite key={site.site} site={site}>
            {ringed.has(site.site) && <circle className="modules-moved" r={SITE_RADIUS + 5} />}
            {crossed.has(`qubit:${site.site}`) && <Cross x={SITE_RADIUS - 3} y={3 - SITE_RADIUS} reach={8} />}
          </ChipletSite>
        ))}
      </svg>
      <figcaption>{children}</figcaption>
    </figure>
  )
}

interface CrossProps {
  readonly x: number
  readonly y: number
  /** Half the width of the cross. */
  readonly reach: number
}

/** Drawn twice, so that it stands out on a disc of any colour. */
const Cross = ({ x, y, reach }: CrossProps) => (
  <g transform={`translate(${x} ${y})`} className="modules-crossed" data-crossed>
    {['modules-crossed-around', 'modules-crossed-line'].map(className => (
      <path
        key={className}
        className={className}
        d={`M${-reach} ${-reach}L${reach} ${reach}M${-reach} ${reach}L${reach} ${-reach}`}
      />
    ))}
  </g>
)
