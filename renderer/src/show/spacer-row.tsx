interface Props {
  /** Rows left out of the page. */
  readonly rows: number
  /** Pixels of each. */
  readonly height: number
  readonly columns: number
}

/** Stands for the rows of a long table that are not in view. */
export const SpacerRow = ({ rows, height, columns }: Props) =>
  rows > 0 && (
    <tr aria-hidden className="pentad-spacer" style={{ height: rows * height }}>
      <td colSpan={columns} />
    </tr>
  )
