/** What was decided about a module: fault tolerance with its counterexample, the feasibility gate, and every warning. */
import { Callout } from '@blueprintjs/core'
import type { ResolvedModule } from '../../../main/contract/modules'
import { faultToleranceWords, gateWords } from '../draw/modules/text'
import { WarningList } from './warning-list'

export function Verdicts({ module }: { readonly module: ResolvedModule }) {
  const { ft } = module.diagnostics
  const others = module.warnings.filter(warning => warning.code !== 'round_duration_exceeds_gate')
  return (
    <>
      <Callout compact intent={module.schedule.ft_preserved ? 'success' : 'danger'}>
        <h3>Fault tolerance</h3>
        <p>{faultToleranceWords(ft)}</p>
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
  const warning = module.warnings.find(each => each.code === 'round_duration_exceeds_gate')
  return (
    <Callout compact intent={module.gate.passed ? 'success' : 'warning'}>
      <h3>Feasibility gate</h3>
      <p>{gateWords(module)}</p>
      {warning && (
        <p>
          <code>{warning.code}</code> {warning.message}
        </p>
      )}
    </Callout>
  )
}
