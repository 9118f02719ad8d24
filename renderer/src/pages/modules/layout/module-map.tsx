/** The resolved layout on its chiplet, with the figures of the part under the pointer, or of the chosen one. */
import { Switch } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { GraphWithReading } from '../../../components/drawings/graph-with-reading'
import { Answer } from '../../../components/messages/answer'
import { HOW_TO_READ } from '../../../draw/calibration/facts'
import { moduleMapStyle } from '../../../draw/modules/module-map-style'
import { partReading } from '../../../draw/modules/part-reading'
import { chipletSites, moduleMap, sitesAround } from '../../../draw/modules/role-map'
import { useScheme } from '../../../window-state/preferences'
import { RoleLegend } from '../chiplet/role-legend'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
  /** Element that is shown as chosen. */
  readonly selected: string | null
  readonly onSelect: (id: string | null) => void
}

export function ModuleMap({ backend, module, selected, onSelect }: Props) {
  const scheme = useScheme()
  const [whole, setWhole] = useState(false)
  const [hovered, setHovered] = useState<string | null>(null)
  const around = useMemo(() => sitesAround(backend, module, [module]), [backend, module])
  const all = useMemo(() => chipletSites(backend, module), [backend, module])
  const elements = useMemo(
    () => moduleMap(backend, { module, sites: whole ? all : around }),
    [backend, module, whole, all, around],
  )
  const style = useMemo(() => moduleMapStyle(scheme), [scheme])
  const label = `Layout of ${module.logical_qubit} on chiplet ${module.chiplet}: roles by colour and letter, couplings by uses a round`
  return (
    <div className="modules-map">
      <GraphWithReading
        device={backend}
        reading={<Reading backend={backend} module={module} part={hovered ?? selected} />}
        label={label}
        elements={elements}
        style={style}
        selected={selected}
        onSelect={onSelect}
        height={380}
        onHover={setHovered}
      />
      {around.length < all.length && (
        <Switch
          checked={whole}
          onChange={event => setWhole(event.currentTarget.checked)}
          label={`Show all ${all.length} sites of the chiplet`}
        />
      )}
      <RoleLegend>
        <li>Line width and number: uses of the coupling in a flagged round</li>
      </RoleLegend>
    </div>
  )
}

/** Figures of a part, from the snapshot that the module was resolved from. */
function Reading({ backend, module, part }: Pick<Props, 'backend' | 'module'> & { readonly part: string | null }) {
  const { backend_id, calibration_id } = module
  const snapshot = useFetched(routes.getCalibration, { params: { backend_id, calibration_id } })
  if (part === null) return <p className="pentad-quiet">{HOW_TO_READ}</p>
  return (
    <Answer of={snapshot} what="the figures">
      {figures => {
        const reading = partReading({ backend, module, snapshot: figures }, part)
        if (reading === null) return <p>This snapshot gives no figure for it.</p>
        return (
          <>
            <strong>{reading.title}</strong>
            {reading.lines.map(line => (
              <p key={line}>{line}</p>
            ))}
          </>
        )
      }}
    </Answer>
  )
}
