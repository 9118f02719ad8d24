/** The resolved layout on its chiplet, its verdicts and figures. */
import { useState } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { utc } from '../../../../../main/contract/model/iso-time'
import { labelled } from '../../../../../main/contract/model/qubit-labels'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { Verdicts } from '../../../components/messages/module-verdicts'
import { Sheet } from '../../../components/tables/sheet'
import { KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { countWithNoun, faults, nanoseconds } from '../../../draw/format/quantity'
import { nativeText } from '../../../draw/modules/module-text'
import { CoherenceBar } from './coherence-bar'
import { ModuleMap } from './module-map'
import './layout.css'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
}

export const LayoutStep = ({ backend, module }: Props) => (
  <div className="modules-layout">
    <LayoutMap backend={backend} module={module} />
    <div className="pentad-stack">
      <KeyFigures module={module} />
      <CoherenceBar module={module} />
      <Verdicts module={module} />
      <Roles module={module} />
    </div>
  </div>
)

function LayoutMap(of: Props) {
  const [selected, setSelected] = useState<string | null>(null)
  return <ModuleMap {...of} selected={selected} onSelect={setSelected} />
}

const KeyFigures = ({ module }: { readonly module: ResolvedModule }) => (
  <KeyFigureList>
    <KeyFigure label="Predicted Δ_round" value={faults(module.predicted_round_faults)} note="expected faults a round" />
    <KeyFigure
      label="CZ gates"
      value={module.schedule.cz_count}
      note={nativeText(module) ?? swapNote(module.schedule)}
    />
    <KeyFigure
      label="Round duration"
      value={nanoseconds(module.predicted_round_duration_ns)}
      note={`${countWithNoun(module.schedule.measurement_cycles, 'measurement cycle')}, depth ${module.schedule.depth}`}
    />
    <KeyFigure
      label="When triggered"
      value={`+ ${nanoseconds(module.schedule.conditional_duration_ns)}`}
      note={`${module.schedule.conditional_cz_count} CZ, ${countWithNoun(module.schedule.conditional_swap_count, 'SWAP')}`}
    />
  </KeyFigureList>
)

/** Text on the moves of A, which the CZ count includes. */
const swapNote = ({ swap_count, reset_move_count = 0 }: ResolvedModule['schedule']) =>
  reset_move_count === 0
    ? `${countWithNoun(swap_count, 'SWAP')}, 3 CZ each, included`
    : `${countWithNoun(swap_count, 'SWAP')} included, ${reset_move_count} of them into a reset site (2 CZ)`

const at = ({ qubit_labels }: ResolvedModule, qubit: number) => labelled(qubit, qubit_labels)

const Roles = ({ module }: { readonly module: ResolvedModule }) => (
  <Sheet
    entries={[
      [
        'Data qubits',
        Object.entries(module.data_qubits)
          .map(([name, qubit]) => `${name} = ${at(module, qubit)}`)
          .join(', '),
      ],
      ['Syndrome ancilla', `A = ${at(module, module.syndrome_ancilla)}`],
      ['Flag qubit', `F = ${at(module, module.flag_qubit)}`],
      ['Routing qubits', module.routing_qubits.map(qubit => at(module, qubit)).join(', ') || 'none'],
      ['Scheme', `${module.ft_scheme}, one generator after another`],
      [
        'Calibration',
        <span key="calibration">
          <code>{module.calibration_id}</code>, taken {utc(module.calibrated_at)}
        </span>,
      ],
      ['Noise model', <code key="noise">{module.noise_model_version}</code>],
    ]}
  />
)
