/** Verdicts on a module: fault tolerance with its counterexample, the feasibility gate, and every warning. */
import { Callout } from '@blueprintjs/core'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { feasibilityOf } from '../../../../main/contract/modules/feasibility-gate'
import { countWithNoun } from '../../draw/format/quantity'
import { faultToleranceText, GATE_INTENT, gateRestsOn, gateWords, isGateWarning } from '../../draw/modules/module-text'
import { FoldedWarnings } from './warning-list'

export function Verdicts({ module }: { readonly module: ResolvedModule }) {
  const { ft } = module.diagnostics
  const others = module.warnings.filter(warning => !isGateWarning(warning))
  return (
    <>
      <Callout compact intent={module.schedule.ft_preserved ? 'success' : 'danger'}>
        <h3>Fault tolerance</h3>
        <p>{faultToleranceText(ft)}</p>
        {ft.counterexample && (
          <p>
            Counterexample: {ft.counterexample.fault}. {ft.counterexample.effect}
          </p>
        )}
        <p className="pentad-quiet">
          Protocol {ft.protocol}, schedule <code>{ft.schedule_hash}</code>
        </p>
      </Callout>
      <GateCallout module={module} />
      <FoldedWarnings of={others} />
    </>
  )
}

export function GateCallout({ module }: { readonly module: ResolvedModule }) {
  return (
    <Callout compact intent={GATE_INTENT[feasibilityOf(module.gate)]}>
      <h3>Feasibility gate</h3>
      <p>{gateWords(module)}</p>
      <RestsOn module={module} />
    </Callout>
  )
}

/** The gate's warning in full and the assumed figures, folded because the first sentence is shown above. */
function RestsOn({ module }: { readonly module: ResolvedModule }) {
  const assumed = gateRestsOn(module)
  const warnings = module.warnings.filter(isGateWarning)
  if (assumed.length === 0 && warnings.length === 0) return null
  return (
    <details>
      <summary>{summaryOf(assumed.length)}</summary>
      {assumed.map(words => (
        <p key={words}>{words}</p>
      ))}
      {warnings.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </details>
  )
}

const summaryOf = (assumed: number) =>
  assumed === 0 ? 'The warning in full' : `Rests on ${countWithNoun(assumed, 'assumed figure')}`
