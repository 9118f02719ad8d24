/** The colour of each role, and further entries of the legend as children. */
import type { ReactNode } from 'react'
import { ROLE_STYLES } from '../../../draw/modules/role-map'

export const RoleLegend = ({ children }: { readonly children: ReactNode }) => (
  <ul className="modules-roles" aria-label="Roles">
    {Object.values(ROLE_STYLES).map(({ name, colour }) => (
      <li key={name}>
        <svg width={14} height={14} aria-hidden>
          <title>{name}</title>
          <circle cx={7} cy={7} r={6.5} fill={colour} />
        </svg>
        {name}
      </li>
    ))}
    {children}
  </ul>
)
