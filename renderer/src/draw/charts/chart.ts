/** A chart of a page: traces and layout for plotly, and the same figures as a table for readers who cannot see it. */
import { csvText } from '../../../../main/contract/model/csv-text'

/** One plotly trace; see plotly's reference for its fields. */
export type PlotlyData = Readonly<Record<string, unknown>>

export interface Chart {
  readonly traces: readonly PlotlyData[]
  /** Plotly layout; colours and fonts come from the theme unless given. */
  readonly layout?: Readonly<Record<string, unknown>>
}

/** The table of a chart; every row as long as `columns`. */
export interface DataTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export const csvOf = ({ columns, rows }: DataTable): string => csvText([columns, ...rows])
