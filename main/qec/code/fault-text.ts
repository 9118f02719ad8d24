import type { FaultEffect, SingleFault, WindowRead } from '../model/fault'
import type { CompiledRound, Layout } from '../model/round'
import { GENERATORS, syndromeString } from './five-qubit'
import { pauliString } from './pauli'

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
  const pass = fault.pass === undefined ? '' : `pass ${fault.pass + 1} of 3`
  if (fault.kind === 'input') return `input error ${pauliNames(fault, layout)}${pass && ` before ${pass}`}`
  const segment = round.flagged[fault.index]!
  const where = `flagged generator ${fault.index} (${GENERATORS[fault.index]})${pass && `, ${pass}`}`
  if (fault.kind === 'idle') {
    const idle = segment.idles[fault.op]!
    return `${pauliNames(fault, layout)} while it waits ${idle.duration_ns} ns ${idle.decision ? 'for the decision ' : ''}from ${idle.start_ns} ns in ${where}`
  }
  const op = segment.ops[fault.op]!
  if (fault.kind === 'measure') return `wrong outcome ${op.bit} of ${siteName(op.sites[0]!, layout)} in ${where}`
  if (fault.kind === 'reset') return `wrong reset of ${siteName(op.sites[0]!, layout)} ("${op.purpose}") in ${where}`
  return `${pauliNames(fault, layout)} after "${op.purpose}" (operation ${fault.op}) in ${where}`
}

/** Effect of the fault, such as `flag 1 rises, the repeat reads 0110, IXZII is left on the data`. */
export function describeEffect({ trigger, flagged, a, syndrome, error, windows }: FaultEffect): string {
  const left = `${pauliString(error)} is left on the data`
  if (trigger === null) return `outcomes ${syndromeString(a)}, ${left}`
  if (windows?.length) return `${windows.map(describeWindow).join(', ')}, ${left}`
  const raised = `${flagged ? 'flag' : 'outcome'} ${trigger} rises`
  return syndrome === null ? `${raised}, ${left}` : `${raised}, the repeat reads ${syndromeString(syndrome)}, ${left}`
}

const describeWindow = ({ pass, trigger, flagged, syndrome, closed_by }: WindowRead): string =>
  `${flagged ? 'flag' : 'outcome'} ${trigger} rises in pass ${pass + 1}, ` +
  `${closed_by === 'window' ? 'the next four slots read' : 'the closing extraction reads'} ${syndromeString(syndrome)}`
