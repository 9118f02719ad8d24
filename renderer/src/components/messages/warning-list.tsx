import { Callout } from '@blueprintjs/core'
import type { Warning } from '../../../../main/contract/model/primitives'

/** Warnings in words; scripts read their codes in the record. */
export const WarningList = ({ of }: { readonly of: readonly Warning[] }) => (
  <ul className="pentad-list">
    {of.map(({ code, message }) => (
      <li key={`${code} ${message}`}>{message}</li>
    ))}
  </ul>
)

/** How many there are, and all of them once opened; nothing where there are none. */
export const FoldedWarnings = ({ of }: { readonly of: readonly Warning[] }) =>
  of.length > 0 && (
    <Callout compact intent="warning">
      <details>
        <summary>{of.length === 1 ? '1 warning' : `${of.length} warnings`}</summary>
        <WarningList of={of} />
      </details>
    </Callout>
  )
