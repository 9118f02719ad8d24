import type { Warning } from '../../../main/contract/model/primitives'

/** Warnings with their codes, by which the documentation and scripts know them. */
export const WarningList = ({ of }: { readonly of: readonly Warning[] }) => (
  <ul className="pentad-list">
    {of.map(({ code, message }) => (
      <li key={`${code} ${message}`}>
        {message} <code>{code}</code>
      </li>
    ))}
  </ul>
)
