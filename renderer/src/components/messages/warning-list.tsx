import { Callout } from '@blueprintjs/core'
import type { Warning } from '../../../../main/contract/model/primitives'

/** Warnings as text without codes, which are in the record for scripts. */
export const WarningList = ({ of }: { readonly of: readonly Warning[] }) => (
  <ul className="pentad-list">
    {of.map(({ code, message }) => (
      <li key={`${code} ${message}`}>{message}</li>
    ))}
  </ul>
)

/** The number of warnings, unfolding to all of them; nothing without warnings. */
export const FoldedWarnings = ({ of }: { readonly of: readonly Warning[] }) =>
  of.length > 0 && (
    <Callout compact intent="warning">
      <details>
        <summary>{of.length === 1 ? '1 warning' : `${of.length} warnings`}</summary>
        <WarningList of={of} />
      </details>
    </Callout>
  )
