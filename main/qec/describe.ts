import { GENERATORS, syndromeString } from './code'
import { inject } from './effects'
import type { CompiledRound, FaultEffect, Layout, SingleFault } from './model'
import { pauliString } from './pauli'
import { advance, cleanFrame, type Frame, type LocalSites, roundPrograms } from './propagate'

/** `A's home (site 4)`, `F (site 1)`, `D2 (site 7)`, or `site 5` for a routing site. */
function siteName(site: number, layout: Layout): string {
  const data = layout.data.indexOf(site)
  const role = site === layout.ancilla ? "A's home" : site === layout.flag ? 'F' : data >= 0 ? `D${data}` : null
  return role ? `${role} (site ${site})` : `site ${site}`
}

const pauliNames = ({ pauli, sites }: SingleFault, layout: Layout): string =>
  sites.flatMap((site, i) => (pauli[i] === 'I' ? [] : [`${pauli[i]} on ${siteName(site, layout)}`])).join(' and ')

/** Says in plain words what the fault is and where, e.g. `X on A's home (site 4) after "flag" in flagged generator 1 (IXZZX)`. */
export function describeFault(fault: SingleFault, round: CompiledRound): string {
  const { layout } = round
  if (fault.kind === 'input') return `input error ${pauliNames(fault, layout)}`
  const segment = fault.segment === 'repeat' ? round.repeat : round.flagged[fault.index]!
  const where =
    fault.segment === 'repeat' ? 'the repeat' : `flagged generator ${fault.index} (${GENERATORS[fault.index]})`
  if (fault.kind === 'idle') {
    const idle = segment.idles[fault.op]!
    return `${pauliNames(fault, layout)} while it waits ${idle.duration_ns} ns from ${idle.start_ns} ns in ${where}`
  }
  const op = segment.ops[fault.op]!
  if (fault.kind === 'measure') return `wrong outcome ${op.bit} of ${siteName(op.sites[0]!, layout)} in ${where}`
  if (fault.kind === 'reset') return `wrong reset of ${siteName(op.sites[0]!, layout)} ("${op.purpose}") in ${where}`
  return `${pauliNames(fault, layout)} after "${op.purpose}" (operation ${fault.op}) in ${where}`
}

/** What became of it, e.g. `flag 1 rises, the repeat reads 0110, IXZII is left on the data`. */
export function describeEffect({ trigger, flagged, a, syndrome, error }: FaultEffect): string {
  const raised = trigger === null ? `outcomes ${syndromeString(a)}` : `${flagged ? 'flag' : 'outcome'} ${trigger} rises`
  const repeat = syndrome === null ? '' : `, the repeat reads ${syndromeString(syndrome)}`
  return `${raised}${repeat}, ${pauliString(error)} is left on the data`
}

/** One line of a replay: the operation, and every Pauli and flipped bit after it. */
export interface ReplayStep {
  readonly segment: 'flagged' | 'repeat'
  readonly index: number
  readonly op: number
  readonly purpose: string
  /** e.g. `X4 Z7`, by physical site; empty when clean. */
  readonly paulis: string
  /** e.g. `f1 s0`. */
  readonly flipped: string
}

const BIT_NAMES = ['a', 'f', 's'].flatMap(group => [0, 1, 2, 3].map(k => `${group}${k}`))

const paulisOf = ({ x, z }: Frame, sites: LocalSites): string =>
  [...sites]
    .filter(([, bit]) => ((x | z) & bit) !== 0)
    .map(([site, bit]) => `${x & bit ? (z & bit ? 'Y' : 'X') : 'Z'}${site}`)
    .join(' ')

const flippedOf = ({ flips }: Frame): string => BIT_NAMES.filter((_, i) => (flips >> i) & 1).join(' ')

/**
 * Replays a fault of the flagged part, or an input error, one operation at a time under the adaptive protocol: from
 * where it strikes to the end of the round, through the repeat when it is triggered.
 */
export function replayFault(fault: SingleFault, round: CompiledRound): readonly ReplayStep[] {
  const programs = roundPrograms(round)
  const frame = cleanFrame()
  const steps: ReplayStep[] = []
  const run = (segment: 'flagged' | 'repeat', index: number, from: number) => {
    const { ops } = segment === 'repeat' ? round.repeat : round.flagged[index]!
    const program = segment === 'repeat' ? programs.repeat : programs.flagged[index]!
    for (let op = from; op < ops.length; op++) {
      advance(frame, program, op, op + 1)
      const state = { paulis: paulisOf(frame, programs.sites), flipped: flippedOf(frame) }
      steps.push({ segment, index, op, purpose: ops[op]!.purpose, ...state })
    }
  }
  let from = inject(frame, fault, round, programs.sites)
  for (let k = fault.index; k < round.flagged.length; k++) {
    run('flagged', k, from)
    from = 0
    if ((frame.flips & (0b10001 << k)) === 0) continue
    run('repeat', 0, 0)
    break
  }
  return steps
}
