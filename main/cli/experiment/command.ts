import { UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError } from '../../contract/model/errors'
import type { LogicalQubitList, ResolvedModule } from '../../contract/modules'
import { routes } from '../../contract/routes'
import type { RunRecord } from '../../contract/runs/record'
import type { Run, RunPrediction } from '../../contract/runs/run'
import { attach } from '../io/attach'
import type { Client } from '../io/client'
import { type ExperimentOptions, experimentOptions, HELP } from './options'
import { moduleText, predictionText, rankingText, resultText } from '../experiment_report'
import type { Terminal } from '../commands/keys'
import { createProgress, type ProgressStream } from '../io/progress'
import { refuseUnwritable, writeWhole } from '../io/write-file'

export const EXIT = { done: 0, failed: 1, usage: 2, gate: 3, aborted: 130 } as const

export interface ExperimentTerminal extends Terminal {
  readonly progress: ProgressStream
}

/** Runs `npm run experiment`; answers the exit code. An abort of `signal` aborts the run and waits until it is over. */
export async function runExperiment(
  argv: readonly string[],
  source: Omit<ConfigSource, 'argv'>,
  terminal: ExperimentTerminal,
  signal: AbortSignal,
): Promise<number> {
  try {
    const options = experimentOptions(argv, source.env)
    if (options.help) {
      terminal.out(HELP)
      return EXIT.done
    }
    if (options.out !== undefined) refuseUnwritable(options.out, source.cwd)
    return await withService(options, source, terminal, signal)
  } catch (error) {
    return explained(error, terminal, signal)
  }
}

function explained(error: unknown, terminal: Terminal, signal: AbortSignal): number {
  if (signal.aborted) {
    terminal.say('Aborted.')
    return EXIT.aborted
  }
  if (!(error instanceof AppError || error instanceof UsageError)) throw error
  terminal.say(error.message)
  if (error instanceof AppError)
    for (const { pointer, message } of error.faults) terminal.say(`  ${pointer}: ${message}`)
  return error instanceof UsageError ? EXIT.usage : EXIT.failed
}

async function withService(
  options: ExperimentOptions,
  source: Omit<ConfigSource, 'argv'>,
  terminal: ExperimentTerminal,
  signal: AbortSignal,
): Promise<number> {
  const { client, description, release } = await attach(options.place, source)
  terminal.say(`Using ${description}.`)
  try {
    return await experiment(client, options, source.cwd, terminal, signal)
  } finally {
    await release()
  }
}

/** The spec's flow, in order: rank, select, show, predict, baseline and encoded run, decode, compare. */
async function experiment(
  client: Client,
  options: ExperimentOptions,
  cwd: string,
  terminal: ExperimentTerminal,
  signal: AbortSignal,
): Promise<number> {
  const tell = (text: string) => options.json || terminal.out(`${text}\n`)
  terminal.say(`Ranking the chiplets of ${options.backend} ...`)
  const list = await ranking(client, options.backend)
  signal.throwIfAborted()
  tell(rankingText(list))
  const module = await select(client, options.backend, chosenChiplet(list, options.chiplet))
  tell(moduleText(module))
  if (!module.gate.passed && !options.request.override) return refusedByGate(module, terminal)
  signal.throwIfAborted()
  if (!options.json) tell(predictionText(await predicted(client, module, options)))
  signal.throwIfAborted()
  const record = await carriedOut(client, module, options, terminal, signal)
  if (options.out !== undefined) {
    writeWhole(options.out, cwd, `${JSON.stringify(record, null, 2)}\n`)
    terminal.say(`The run record is in ${options.out}.`)
  }
  if (options.json) terminal.out(JSON.stringify(record, null, 2))
  else terminal.out(resultText(record, module))
  return EXIT.done
}

async function ranking(client: Client, backend_id: string): Promise<LogicalQubitList> {
  try {
    return await client.call(routes.listLogicalQubits, { params: { backend_id } })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw new UsageError(error.message)
    throw error
  }
}

function chosenChiplet({ logical_qubits, backend_id }: LogicalQubitList, wanted: string | undefined): string {
  if (wanted === undefined) {
    const best = logical_qubits.find(({ rank }) => rank === 1)
    if (best) return best.chiplet
    const reasons = logical_qubits.map(({ chiplet, reason }) => `${chiplet}: ${reason}`)
    throw new AppError('no_embedding', `No chiplet of ${backend_id} can carry a module. ${reasons.join('; ')}`)
  }
  const found = logical_qubits.find(({ chiplet, logical_id }) => wanted === chiplet || wanted === logical_id)
  if (found) return found.chiplet
  const known = logical_qubits.map(({ chiplet }) => chiplet)
  throw new UsageError(`${backend_id} has no chiplet "${wanted}"; it has ${known.join(', ')}.`)
}

const select = (client: Client, backend_id: string, chiplet: string): Promise<ResolvedModule> =>
  client.call(routes.selectModule, {
    params: { backend_id },
    body: {
      workload: 'logical_qubit_513',
      chiplet,
      code: '[[5,1,3]]',
      ft_scheme: 'flag',
      syndrome_strategy: 'flag_sequential',
    },
  })

const predicted = (
  client: Client,
  { backend_id, logical_qubit }: ResolvedModule,
  { request }: ExperimentOptions,
): Promise<RunPrediction> =>
  client.call(routes.predictRun, { params: { backend_id, logical_id: logical_qubit }, body: request })

function refusedByGate({ warnings }: ResolvedModule, terminal: Terminal): number {
  const gate = warnings.find(({ code }) => code === 'round_duration_exceeds_gate')
  terminal.say(`The module fails the feasibility gate. ${gate?.message ?? ''}`)
  terminal.say('To run it all the same, add --override.')
  return EXIT.gate
}

const POLL_MS = 200

async function carriedOut(
  client: Client,
  { backend_id, logical_qubit }: ResolvedModule,
  { request }: ExperimentOptions,
  terminal: ExperimentTerminal,
  signal: AbortSignal,
): Promise<RunRecord> {
  const module = { backend_id, logical_id: logical_qubit }
  const params = { ...module, run_id: (await client.call(routes.createRun, { params: module, body: request })).run_id }
  const progress = createProgress(terminal.progress)
  try {
    for (;;) {
      const run = await client.call(routes.getRun, { params })
      progress.show(run.progress.fraction, run.progress.stage)
      if (run.status === 'COMPLETED') break
      if (isOver(run)) throw new AppError('run_failed', `The run is ${run.status}: ${run.status_reason?.message}`)
      await pause(signal)
    }
  } catch (error) {
    // The first failure is what the user must hear of, whether or not the run could still be aborted.
    await client.call(routes.abortRun, { params }).catch(() => undefined)
    throw error
  } finally {
    progress.end()
  }
  return client.call(routes.getRunRecord, { params })
}

const isOver = ({ status }: Run): boolean => status !== 'PENDING' && status !== 'PROCESSING'

/** Waits a moment; rejects at once when aborted. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, POLL_MS)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
}
