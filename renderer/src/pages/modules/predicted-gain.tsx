/** The gain that the calibration predicts for this module, fetched at a press before a run is set up. */
import { Calculator } from '@blueprintjs/icons'
import { useState } from 'react'
import type { Protocol, RunMode } from '../../../../main/contract/model/protocols'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { routes } from '../../../../main/contract/routes'
import type { RunPrediction } from '../../../../main/contract/runs/run'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { ActionButton } from '../../components/controls/action-button'
import { Choice } from '../../components/controls/choice'
import { ProblemMessage } from '../../components/messages/answer'
import { PredictedTag } from '../../components/values/tags-and-times'
import { count } from '../../draw/format/quantity'
import { offeredProtocols } from '../../draw/runs/options'
import { MODE_TEXT } from '../../draw/runs/run-text'
import { PredictedFigures } from '../runs/setup/predicted-figures'
import { EMPTY_DRAFT, predictedRequest } from '../runs/setup/run-draft'

/** The request that the form of a run starts with, in this mode. */
const requestIn = (mode: RunMode) => predictedRequest({ ...EMPTY_DRAFT, mode })!

export function PredictedGain({ module }: { readonly module: ResolvedModule }) {
  const { call } = useApi()
  const [mode, setMode] = useState<RunMode>(EMPTY_DRAFT.mode)
  const [predictions, setPredictions] = useState<Partial<Record<RunMode, RunPrediction>>>({})
  const predict = useAction(async () => {
    const params = { backend_id: module.backend_id, logical_id: module.logical_qubit }
    const prediction = await call(routes.predictRun, { params, body: requestIn(mode) })
    setPredictions(before => ({ ...before, [mode]: prediction }))
  })
  const prediction = predictions[mode]
  return (
    <section className="pentad-stack pentad-even" aria-label="Predicted gain">
      <h3 className="pentad-row">
        Predicted gain <PredictedTag />
      </h3>
      <div className="pentad-choices">
        <Choice
          label="Mode"
          value={mode}
          options={Object.entries(MODE_TEXT)}
          choose={chosen => setMode(chosen as RunMode)}
        />
        <ActionButton
          icon={<Calculator />}
          text={prediction ? 'Predict again' : 'Predict the gain'}
          loading={predict.running}
          onClick={() => void predict.run()}
        />
      </div>
      {predict.error && <ProblemMessage problem={predict.error} retry={() => void predict.run()} />}
      <div role="status">
        {prediction === undefined && !predict.running && 'Not predicted yet.'}
        {predict.running && 'Predicting: the encoded side by a pilot run, the physical side exactly…'}
      </div>
      {prediction && <PredictedFigures prediction={prediction} />}
      <p className="pentad-quiet">
        {assumed(mode, offeredProtocols(module)[0]!)} Other options are predicted while the run is set up.
      </p>
    </section>
  )
}

const assumed = (mode: RunMode, protocol: Protocol) => {
  const { rounds, shots, states, decoder, preparation, readout } = requestIn(mode)
  const lengths = [rounds].flat().join(', ')
  return `Of a run with R = ${lengths}, ${count(shots)} shots of each of ${states!.length} states, decoder ${decoder}, protocol ${protocol}, ${preparation} preparation, ${readout === undefined ? 'the readout with the lower predicted error' : `${readout} readout`}.`
}
