/** The part of plotly.js that the window uses; the bundle of scatter, bar and pie traces ships no types. */
declare module 'plotly.js-basic-dist-min' {
  type Trace = import('./chart').PlotlyData

  interface Plotly {
    react(element: HTMLElement, data: readonly Trace[], layout: object, config: object): Promise<unknown>
    purge(element: HTMLElement): void
    relayout(element: HTMLElement, change: object): Promise<unknown>
    /** Returns with a data: URL. */
    toImage(
      figure: { data: readonly Trace[]; layout: object },
      options: { format: 'svg' | 'png'; width: number; height: number; scale?: number },
    ): Promise<string>
    redraw(element: HTMLElement): Promise<unknown>
    /** Returns once the new size is drawn, a tenth of a second after the last of several calls. */
    Plots: { resize(element: HTMLElement): Promise<unknown> }
  }

  const plotly: Plotly
  export = plotly
}
