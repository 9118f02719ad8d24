/** Readout errors of single qubits as confusion matrices, and their inverse on products of Z. */
import { MIN_READOUT_CONTRAST, type QubitConfusion } from '../../contract/jobs/observables'

/**
 * Readout errors of a qubit: P(1|0), the probability of reading 1 after preparing 0, and P(0|1), with their variances in
 * this order.
 */
export interface Confusion {
  readonly p1_given_0: number
  readonly p0_given_1: number
  readonly variances: readonly [number, number]
}

/** 1 - P(1|0) - P(0|1): 1 for a perfect readout, 0 for one without information. */
export const contrastOf = ({ p1_given_0, p0_given_1 }: Confusion): number => 1 - p1_given_0 - p0_given_1

export const isIllConditioned = (confusion: Confusion): boolean => contrastOf(confusion) < MIN_READOUT_CONTRAST

/** Why a readout is not inverted, and what to do instead. */
export const illConditioned = (qubit: number, contrast: number): string =>
  `the readout of qubit ${qubit} carries too little information to be inverted: its contrast 1 - P(1|0) - P(0|1) is ${contrast.toFixed(3)}, at least ${MIN_READOUT_CONTRAST} is needed; read other qubits (on a device options.initial_layout chooses them), or leave options.mitigation out`

/**
 * The numbers that replace +1 (bit 0) and -1 (bit 1), so that their mean is ⟨Z⟩: the mean of the signs as read is a + b⟨Z⟩ with
 * a = P(0|1) - P(1|0) and the contrast b. Their products over several bits are unbiased where readouts err independently of
 * each other. Nothing is clipped: they exceed ±1.
 */
export function unbiasedSigns(confusion: Confusion): readonly [number, number] {
  const [shift, contrast] = [confusion.p0_given_1 - confusion.p1_given_0, contrastOf(confusion)]
  return [(1 - shift) / contrast, (-1 - shift) / contrast]
}

/** The share of `flips` wrong readouts among `shots`; its variance is never 0, not even without flips (Laplace's rule of succession). */
export function measuredShare(flips: number, shots: number): { readonly share: number; readonly variance: number } {
  const smooth = (flips + 1) / (shots + 2)
  return { share: flips / shots, variance: (smooth * (1 - smooth)) / shots }
}

export const shownConfusion = (qubit: number, confusion: Confusion): QubitConfusion => ({
  qubit,
  p1_given_0: confusion.p1_given_0,
  p0_given_1: confusion.p0_given_1,
  standard_errors: [Math.sqrt(confusion.variances[0]), Math.sqrt(confusion.variances[1])],
})
