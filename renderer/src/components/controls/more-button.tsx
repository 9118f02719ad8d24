import { ActionButton } from './action-button'

interface Props {
  readonly text: string
  readonly loading: boolean
  /** Fetches the next page of the table; null at the end. */
  readonly more: (() => void) | null
}

/** Below a table that is listed in pages; nothing at the end. */
export const MoreButton = ({ text, loading, more }: Props) =>
  more && (
    <div className="pentad-more">
      <ActionButton text={text} loading={loading} onClick={more} />
    </div>
  )
