/** A candidate on the chiplet, beside the first: sites and roles of both, and what stands elsewhere. */
import { useMemo } from 'react'
import type { Backend } from '../../../../main/contract/backends'
import type { Candidate, ResolvedModule } from '../../../../main/contract/modules'
import { layoutWords, movedSites, movedWords, pairSites, usableCouplings } from '../../draw/candidates'
import { chipletMap } from '../../draw/chiplet-map'
import { faults } from '../../draw/quantity'
import { ChipletSite, SITE_RADIUS } from './chiplet-site'
import { RoleLegend } from './role-legend'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
  /** Beside the first; null where the chiplet has no other. */
  readonly shown: Candidate | null
}

export function CandidatePair({ backend, module, shown }: Props) {
  const first = module.candidates[0]!
  const [around, beside] = useMemo(
    () => pairSites(backend, module, first, shown ?? first),
    [backend, module, first, shown],
  )
  return (
    <>
      <section className="modules-pair" aria-label="Candidates on the chiplet">
        <Drawn of={first} caption="the first" sites={around} {...{ backend, first }} />
        {shown && <Drawn of={shown} caption={movedWords(shown, first)} sites={beside} {...{ backend, first }} />}
      </section>
      <RoleLegend>
        <li>Ringed: another role than in the first. Wide line: a coupling that A can use</li>
      </RoleLegend>
    </>
  )
}

interface DrawnProps {
  readonly backend: Backend
  readonly sites: readonly number[]
  readonly of: Candidate
  readonly first: Candidate
  readonly caption: string
}

function Drawn({ backend, sites, of, first, caption }: DrawnProps) {
  const map = useMemo(() => chipletMap(backend, of, sites), [backend, of, sites])
  const used = usableCouplings(of, map.couplings)
  const moved = movedSites(of, first)
  return (
    <figure>
      <svg
        className="chiplet-drawing"
        viewBox={map.view.join(' ')}
        role="img"
        aria-label={`Candidate ${of.rank} on the chiplet: ${layoutWords(of)}`}
      >
        {map.couplings.map(({ key, from, to }) => (
          <line
            key={key}
            className="chiplet-coupling"
            data-used={used.has(key)}
            {...{ x1: from.x, y1: from.y, x2: to.x, y2: to.y }}
          />
        ))}
        {map.sites.map(site => (
          <ChipletSite key={site.site} site={site}>
            {moved.has(site.site) && <circle className="modules-moved" r={SITE_RADIUS + 5} />}
          </ChipletSite>
        ))}
      </svg>
      <figcaption>
        <strong>{`Candidate ${of.rank}`}</strong>
        {of.pareto && ' ◆'}, Δ_round {faults(of.score)}: {caption}
      </figcaption>
    </figure>
  )
}
