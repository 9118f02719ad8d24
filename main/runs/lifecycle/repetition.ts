/** What is made of a finished run: a replay from its plan and seed, or its stored bits decoded again. */
import { AppError } from '../../contract/model/errors'
import type { DecodeRequest, Redecoding, Run } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { decoderVersion } from '../decoding/protocols'
import { refuseOffline } from '../intake/admit'
import { refuseUnavailable } from '../intake/options'
import { decodePlan } from '../model/plan'
import { baselinesOf, plannedShots } from '../planning/planned-shots'
import { provenanceIn, recordIn } from '../recording/record-file'
import { pendingReplay, replayWarnings } from '../recording/replay'
import type { RunLookup } from './lookup'
import type { RunQueue } from './run-queue'
import { requestOf } from './run-row'
import type { RunContext, RunId } from './services'
import { refuseUnpayable } from './tokens'

export interface Repetition {
  /** A new run from the plan and request of a finished one; at its end the bits are compared. */
  replay(params: RunId, caller?: Caller): Promise<Run>
  decode(params: RunId, body: DecodeRequest, left?: AbortSignal, owner?: string | null): Promise<Redecoding>
}

export function createRepetition(
  { store, backends, engines, computing, money, until }: RunContext,
  { table, enter }: RunQueue,
  { finished }: Pick<RunLookup, 'finished'>,
): Repetition {
  return {
    async replay(params, caller) {
      const row = finished(params)
      const original = { ...provenanceIn(table.record(row.run_id)!), run_id: row.run_id }
      const { backend_id, logical_id, chiplet, name, simulated, request: stored, calibration_id } = row
      if (simulated !== 1)
        throw new AppError('conflict', `Run ${row.run_id} was measured, not simulated: it cannot be replayed`)
      refuseOffline(backend_id, backends.execution(backend_id))
      const request = requestOf(row)
      const warnings: Run['warnings'] = JSON.parse(row.warnings)
      const versions = { engine: engines[request.engine].version, decoder_version: decoderVersion(request) }
      const shots = plannedShots(request, baselinesOf(decodePlan(await store.readFile(row.plan)))).total
      refuseUnpayable(money, backend_id, shots)
      return enter({
        backend_id,
        logical_id,
        chiplet,
        name,
        simulated,
        request: stored,
        calibration_id,
        plan: row.plan,
        warnings: JSON.stringify([...warnings, ...replayWarnings(original, versions)]),
        replay: JSON.stringify(pendingReplay(row.run_id)),
        owner: caller?.key_id ?? null,
        planned_shots: shots,
      })
    },
    async decode(params, { decoder }, left, owner) {
      const row = finished(params)
      const request = requestOf(row)
      refuseUnavailable({ ...request, decoder })
      const plan = await store.readFile(row.plan)
      const record = await recordIn(table.record(row.run_id)!, store.readFile)
      const host = { readFile: store.readFile }
      return computing.run('redecodeRun', { record, request, plan, decoder }, { signal: until(left), owner, host })
    },
  }
}
