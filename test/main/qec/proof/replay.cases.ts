/** Replays of faults on a round, and what each of them is to end as. */
import { expect, it } from 'vitest'
import type { FaultProtocol } from '../../../../main/contract/modules/faults'
import { FaultReplay } from '../../../../main/contract/modules/faults'
import { pauliString } from '../../../../main/qec/code/pauli'
import type { SingleFault } from '../../../../main/qec/model/fault'
import type { CompiledRound } from '../../../../main/qec/model/round'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { faultEffects } from '../../../../main/qec/proof/fault-effects'
import { everyFault } from '../../../../main/qec/proof/fault-locations'
import { replayFault } from '../../../../main/qec/proof/replay'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { chipletPlan, starPlan, TYPICAL, UNEVEN } from '../fixtures/rounds'

export const PROTOCOLS: readonly FaultProtocol[] = ['adaptive', 'cyclic-window', 'single-pass', 'detection']
export const STAR = compileRound(starPlan(), TYPICAL)
export const CHIPLET = compileRound(chipletPlan(), UNEVEN)
export const replaying = (round: CompiledRound, protocol: FaultProtocol) => {
  const { tables } = enumerateFaults(round, { protocol })
  return (fault: SingleFault) => replayFault(fault, round, { protocol, tables, closing: 'extraction' })
}
/** About a hundred faults, spread so that all kinds and segments are met. */
export function some(round: CompiledRound, protocol: FaultProtocol): readonly SingleFault[] {
  const faults = everyFault(round, protocol)
  return faults.filter((_, i) => i % (Math.floor(faults.length / 100) | 1) === 0)
}

/** Of a round that is named, by each fault of `some`. */
export function endingCases(protocol: FaultProtocol, name: string, round: CompiledRound): void {
  it.each([[name, round]] as const)(
    'on %s starts clean, has its fault injected once and ends as the enumeration says',
    (_, round) => {
      const replay = replaying(round, protocol)
      const effects = faultEffects(round, protocol, some(round, protocol))
      for (const effect of effects) {
        const reported = replay(effect.fault)
        const { steps, strikes_before, fault } = reported
        expect(FaultReplay.parse(reported)).toEqual(reported)
        const before = steps.slice(0, strikes_before)
        expect(before.filter(({ paulis, flipped }) => paulis.length + flipped.length > 0)).toEqual([])
        const injected = steps[strikes_before]
        if (fault.kind === 'measure') expect(injected!.flipped.at(-1)).toMatch(new RegExp(`${injected!.bit}$`))
        expect(reported.error).toBe(pauliString(effect.error))
        expect(reported.trigger).toBe(effect.trigger)
        expect(reported.steps.at(-1)!.segment === 'repeat').toBe(
          effect.windows ? effect.windows.at(-1)?.closed_by === 'extraction' : effect.syndrome !== null,
        )
        if (strikes_before === steps.length) continue
        const data = steps.at(-1)!.paulis.filter(({ site }) => round.layout.data.includes(site))
        const letters = round.layout.data.map(site => data.find(one => one.site === site)?.pauli ?? 'I')
        expect(letters.join('')).toBe(reported.error)
      }
    },
  )
}
