/** What was decided about a module: fault tolerance with its counterexample, the feasibility gate, and every warning. */
import { Callout } from '@blueprintjs/core'
import type { ResolvedModule } from '../../../main/contract/modules/candidates'
import { feasibilityOf } from '../../../main/contract/modules/feasibility-gate'
import { faultToleranceText, GATE_INTENT, gateRestsOn, gateWords, isGateWarning } from '../draw/modules/text'
import { WarningList } from './warning-list'

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
      {others.length > 0 && (
        <Callout compact intent="warning">
          <h3>Warnings</h3>
          <WarningList of={others} />
        </Callout>
      )}
    </>
  )
}

export function GateCallout({ module }: { readonly module: ResolvedModule }) {
  return (
    <Callout compact intent={GATE_INTENT[feasibilityOf(module.gate)]}>
      <h3>Feasibility gate</h3>
      <p>{gateWords(module)}</p>
      {gateRestsOn(module).map(words => (
        <p key={words}>{words}</p>
      ))}
      {module.warnings.filter(isGateWarning).map(warning => (
        <p key={warning.code}>
          <code>{warning.code}</code> {warning.message}
        </p>
      ))}
    </Callout>
  )
}
