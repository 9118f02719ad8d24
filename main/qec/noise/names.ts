/** Parts and figures as sentences name them; in fields they keep their wire names. */

const FIGURE_NAMES: Readonly<Record<string, string>> = {
  fidelity_1q: 'single-qubit fidelity',
  readout_fidelity: 'readout fidelity',
  reset_fidelity: 'reset fidelity',
  cz_fidelity: 'CZ fidelity',
  t1_us: 'T1',
  t2_us: 'T2',
}

export const figureName = (figure: string): string => FIGURE_NAMES[figure] ?? figure

/** `edge:4-14` as `edge 4-14`. */
export const partWords = (site: string): string => site.replace(':', ' ')
