import type { Warning } from '../../../main/contract/model/primitives'

/** Warnings in words; scripts read their codes in the record. */
export const WarningList = ({ of }: { readonly of: readonly Warning[] }) => (
  <ul className="pentad-list">
    {of.map(({ code, message }) => (
      <li key={`${code} ${message}`}>{message}</li>
    ))}
  </ul>
)
