/** Colours of everything drawn on canvas or SVG, where style sheets do not reach. theme/tokens.css holds the same inks; a test compares them. */
export type Scheme = 'light' | 'dark'

export interface Inks {
  readonly ground: string
  readonly ink: string
  /** Secondary text; at least 4.5:1 on the ground. */
  readonly quiet: string
  readonly line: string
  readonly accent: string
  readonly ok: string
  readonly warn: string
  readonly bad: string
  readonly simulated: string
  /** Series colours, told apart by colour-blind readers, at least 3:1 on the ground. After Okabe and Ito. */
  readonly series: readonly string[]
}

export const INKS: Record<Scheme, Inks> = {
  light: {
    ground: '#ffffff',
    ink: '#1c2127',
    quiet: '#4f5866',
    line: '#d3d8de',
    accent: '#1f5fbf',
    ok: '#1c6e42',
    warn: '#8a5208',
    bad: '#ac2f33',
    simulated: '#6b3fa0',
    series: ['#0b62a8', '#c2560c', '#0a7d5c', '#a3488a', '#8a6d00', '#3b8fc4', '#5f6b7c'],
  },
  dark: {
    ground: '#1c2127',
    ink: '#f6f7f9',
    quiet: '#abb3bf',
    line: '#404854',
    accent: '#8abbff',
    ok: '#72ca9b',
    warn: '#fbb360',
    bad: '#fa999c',
    simulated: '#d0b3f5',
    series: ['#56b4e9', '#f0883e', '#2fc199', '#e08bc4', '#f0e442', '#8abbff', '#c5cbd3'],
  },
}

/** `#rrggbb` with an opacity 0..1, for interval bands. */
export const withAlpha = (colour: string, alpha: number) =>
  `${colour}${Math.round(Math.min(1, Math.max(0, alpha)) * 255)
    .toString(16)
    .padStart(2, '0')}`
