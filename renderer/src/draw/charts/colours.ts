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
  /** Series colours, that colour-blind readers can distinguish, at least 3:1 on the ground. After Okabe and Ito. */
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

/**
 * Colours of series in figures on paper and on screen: encoded, best, median, predicted. The first three differ in lightness (L* of
 * 27, 45 and 58 on white, 90, 67 and 51 on dark) and so in greyscale too; all have a contrast of 3:1 with the background.
 */
export const FIGURE_SERIES: Record<Scheme, readonly string[]> = {
  light: ['#003f7f', '#b3480b', '#2a9d6f', '#a3488a'],
  dark: ['#cfe6ff', '#f0883e', '#128a5f', '#e08bc4'],
}

/** Colours of overlaid runs, each with a mark of its own. */
export const FIGURE_OVERLAYS: Record<Scheme, readonly string[]> = {
  light: ['#003f7f', '#b3480b', '#2a9d6f', '#7f1d4e', '#8a6d00', '#5f6b7c'],
  dark: ['#cfe6ff', '#f0883e', '#2fc199', '#e08bc4', '#f0e442', '#c5cbd3'],
}

/** Colours of gains by verdict. */
export const FIGURE_VERDICTS: Record<Scheme, Record<'gain' | 'no_gain' | 'inconclusive', string>> = {
  light: { gain: '#1c6e42', no_gain: '#ac2f33', inconclusive: '#8a5208' },
  dark: { gain: '#72ca9b', no_gain: '#fa999c', inconclusive: '#fbb360' },
}

/** Text colours on a fill: on dark ones, on bright ones, and where only black or white will do. */
export const INK_ON = { dark: '#ffffff', bright: '#111418', black: '#000000' } as const

/** Terms of an error budget: at least 3:1 against the light and the dark card; order and figures carry the meaning as well. */
export const TERM_FILLS = {
  gate: '#3a87c8',
  single_qubit: '#8a7ac8',
  measurement: '#cc7722',
  idle: '#2e9e6b',
  reset: '#b8559a',
} as const

/**
 * The same terms as bars of a figure: hues of the ranking, lightnesses (L* of 26, 43, 58, 75 and 90) that differ in greyscale too. An outline
 * in ink parts them from each other and from the ground.
 */
export const FIGURE_TERMS = {
  two_qubit: '#123f6d',
  single_qubit: '#6f57a8',
  measurement: '#cc7722',
  idle: '#7cc7a0',
  reset: '#f3dcea',
} as const

/** Roles of a module's qubits. After Okabe and Ito (safe for colour-blind readers); the letter says the role as well. */
export const ROLE_FILLS = {
  data: '#0072b2',
  ancilla: '#e69f00',
  flag: '#d48bb3',
  routing: '#2fae85',
  unused: '#c5cbd3',
} as const

/** Parts of a chiplet without a figure: out of service, or nothing published. */
export const STATE_FILLS = { out: '#8f99a8', absent: '#c5cbd3' } as const

/** Colours of the three Paulis: each carries its letter, and white is read on all of them at 4.5:1. */
export const PAULI_COLOURS = { X: '#b3261e', Y: '#6b3fa0', Z: '#14539a' } as const

/** Behind the head of a table on paper. */
export const PAPER_HEAD = '#edeff2'

/** Viridis (Smith and van der Walt, CC0): even to the eye and safe for colour-blind readers. Dark to bright. */
export const VIRIDIS = [
  '#440154',
  '#482878',
  '#3e4989',
  '#31688e',
  '#26828e',
  '#1f9e89',
  '#35b779',
  '#6ece58',
  '#b5de2b',
  '#fde725',
] as const
