import type { CompiledRound, FaultEffect, Protocol, SingleFault } from './model'
import {
  advance,
  cleanFrame,
  dataError,
  type Frame,
  flipBit,
  type LocalSites,
  type RoundPrograms,
  roundPrograms,
} from './propagate'
import { withoutPauses } from './steps'

/** Puts the fault's Pauli on its sites. A flip is an X; a flipped measurement touches no site. */
function strike(frame: Frame, fault: SingleFault, sites: LocalSites) {
  const letters = fault.pauli === 'flip' ? 'X' : fault.pauli
  fault.sites.forEach((site, i) => {
    const bit = sites.get(site)!
    if (letters[i] === 'X' || letters[i] === 'Y') frame.x ^= bit
    if (letters[i] === 'Z' || letters[i] === 'Y') frame.z ^= bit
  })
}

/**
 * Injects the fault into the flagged segment it belongs to and returns the operation from which propagation goes on.
 * Throws a RangeError for a fault of the repeat.
 */
export function inject(frame: Frame, fault: SingleFault, round: CompiledRound, sites: LocalSites): number {
  if (fault.segment === 'repeat') throw new RangeError('faults inside the repeat are outside the single-fault budget')
  if (fault.kind === 'measure') {
    frame.flips ^= flipBit(round.flagged[fault.index]!.ops[fault.op]!.bit!)
    return fault.op + 1
  }
  strike(frame, fault, sites)
  if (fault.kind === 'input') return 0
  return fault.kind === 'idle' ? round.flagged[fault.index]!.idles[fault.op]!.before : fault.op + 1
}

const triggered = (flips: number, k: number) => (flips & (0b10001 << k)) !== 0

/** Runs flagged segments from the fault on; stops after the first trigger when `stops`. Returns its k, or null. */
function runFlagged(frame: Frame, fault: SingleFault, round: CompiledRound, programs: RoundPrograms, stops: boolean) {
  let from = inject(frame, fault, round, programs.sites)
  for (let k = fault.index; k < programs.flagged.length; k++) {
    advance(frame, programs.flagged[k]!, from)
    if (stops && triggered(frame.flips, k)) return k
    from = 0
  }
  return null
}

function effectOf(fault: SingleFault, round: CompiledRound, programs: RoundPrograms, protocol: Protocol): FaultEffect {
  const frame = cleanFrame()
  const trigger = runFlagged(frame, fault, round, programs, protocol !== 'single-pass')
  const repeats = protocol === 'adaptive' && trigger !== null
  if (repeats) advance(frame, programs.repeat, 0)
  return {
    fault,
    a: frame.flips & 15,
    f: (frame.flips >> 4) & 15,
    trigger,
    flagged: trigger !== null && ((frame.flips >> (4 + trigger)) & 1) === 1,
    syndrome: repeats ? (frame.flips >> 8) & 15 : null,
    error: dataError(frame),
  }
}

const FAULTS_PER_PAUSE = 500

/** As `faultEffects`; pauses now and then, some tenths of a millisecond of work apart. */
export function* followFaults(
  round: CompiledRound,
  protocol: Protocol,
  faults: readonly SingleFault[],
): Generator<void, readonly FaultEffect[]> {
  const programs = roundPrograms(round)
  const effects: FaultEffect[] = []
  for (const fault of faults) {
    effects.push(effectOf(fault, round, programs, protocol))
    if (effects.length % FAULTS_PER_PAUSE === 0) yield
  }
  return effects
}

/** What each fault, alone in the round, does under the protocol. Throws a RangeError for a fault of the repeat. */
export const faultEffects = (
  round: CompiledRound,
  protocol: Protocol,
  faults: readonly SingleFault[],
): readonly FaultEffect[] => withoutPauses(followFaults(round, protocol, faults))
