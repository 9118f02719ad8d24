/** Everything behind the score: ranges with their weakest site, lifetimes, stability, and Δ_round by edge and site. */
import { labelled, labelledPair } from '../../../../../main/contract/model/qubit-labels'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { Sheet, SheetTable } from '../../../components/tables/sheet'
import { faults, fidelity, microseconds, NO_VALUE, percent } from '../../../draw/format/quantity'
import { DELTA_TERMS, deltaTermsOf } from '../../../draw/modules/delta-bars'
import { searchText, shortestT2Text } from '../../../draw/modules/module-text'
import { stabilityText } from '../../../draw/modules/stability-text'
import { placeText, thresholdText } from '../../../draw/modules/veto-text'

export const Diagnostics = ({ module }: { readonly module: ResolvedModule }) => {
  return (
    <div className="pentad-columns">
      <div className="pentad-stack">
        <h3>Fidelities of the parts used</h3>
        <SheetTable caption="Fidelity ranges" table={rangesTable(module)} />
        <Sheet entries={otherEntries(module)} />
      </div>
      <div className="pentad-stack">
        <h3>Δ_round by edge</h3>
        <SheetTable caption="Δ_round by edge" table={edgesTable(module)} maxHeight={180} />
        <h3>Δ_round by site</h3>
        <SheetTable caption="Δ_round by site" table={sitesTable(module)} maxHeight={180} />
      </div>
    </div>
  )
}

const rangesTable = ({ diagnostics: diagnosis, qubit_labels }: ResolvedModule) => ({
  columns: ['Operation', 'Mean', 'Lowest', 'Lowest at'],
  rows: (
    [
      ['One-qubit gate', diagnosis.fidelity_1q],
      ['Readout', diagnosis.readout_fidelity],
      ['Two-qubit gate', diagnosis.two_qubit_fidelity],
      ['Reset', diagnosis.reset_fidelity],
    ] as const
  ).map(([name, range]) => [
    name,
    fidelity(range.mean),
    fidelity(range.min),
    range.min_at === null ? NO_VALUE : placeText(range.min_at, qubit_labels),
  ]),
})

const otherEntries = (module: ResolvedModule): [string, string][] => {
  const { diagnostics } = module
  const { routing_cost, delta_round } = diagnostics
  return [
    ['Shortest T1', microseconds(diagnostics.t1_min_us)],
    ['Shortest T2', shortestT2Text(diagnostics)],
    ['Routing cost', `${routing_cost.cz_count} CZ with ${routing_cost.swap_count} moves, depth ${routing_cost.depth}`],
    ['Δ_round', DELTA_TERMS.map(term => `${term} ${faults(deltaTermsOf(delta_round)[term])}`).join(' + ')],
    [
      'of it gates',
      `two-qubit ${faults(delta_round.gate.two_qubit)}, one-qubit ${faults(delta_round.gate.single_qubit)}`,
    ],
    ['Δ in Pauli probabilities', faults(diagnostics.delta_pauli)],
    ['Idle gaps only', faults(diagnostics.idle_gaps_only)],
    [
      'Predicted acceptance',
      `${percent(diagnostics.predicted_detection_acceptance_per_round)} a round in detection mode`,
    ],
    ['30-day stability', stabilityText(diagnostics.stability_30d)],
    ['Search', searchText(module.search)],
    ...(module.thresholds ? [['Vetoed below', thresholdText(module.thresholds)] as [string, string]] : []),
  ]
}

const edgesTable = ({ diagnostics, qubit_labels }: ResolvedModule) => ({
  columns: ['Edge', 'Uses', 'Error 1 − F', 'Faults a round'],
  rows: [...diagnostics.delta_round.edges]
    .sort((a, b) => b.contribution - a.contribution)
    .map(edge => [
      labelledPair(edge.a, edge.b, { labels: qubit_labels, dash: '–' }),
      edge.uses,
      percent(edge.error),
      faults(edge.contribution),
    ]),
})

const sitesTable = ({ diagnostics, qubit_labels }: ResolvedModule) => ({
  columns: ['Qubit', 'Role', '1q uses', '1q gates', 'Readout', 'Reset', 'Idle', 'Faults a round'],
  rows: [...diagnostics.delta_round.sites]
    .sort((a, b) => b.total - a.total)
    .map(site => [
      labelled(site.qubit, qubit_labels),
      site.role,
      site.single_qubit_uses,
      ...[site.single_qubit, site.measurement, site.reset, site.idle, site.total].map(faults),
    ]),
})
