import { UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError } from '../../contract/model/errors'
import type { ResolvedModule } from '../../contract/modules/candidates'
import { feasibilityOf } from '../../contract/modules/feasibility-gate'
import type { LogicalQubitList } from '../../contract/modules/logical-qubits'
import { routes } from '../../contract/routes'
import type { ParamsOf } from '../../contract/routes/definition'
import { isWholeRecord, type RunRecord } from '../../contract/runs/record'
import type { Run, RunPrediction } from '../../contract/runs/run'
import { MAX_PURCHASE } from '../../contract/service/account'
import { attach } from '../io/attach'
import { type Client, isGone } from '../io/client'
import { createProgress, type ProgressStream } from '../io/progress'
import type { Terminal } from '../io/terminal'
import { refuseUnwritable, writeWhole } from '../io/write-file'
import { moduleText, rankingText } from './module-report'
import { type ExperimentOptions, experimentOptions, HELP } from './options'
import { predictedCostText, predictionText } from './prediction-report'
import { resultText } from './result-report'

export const EXIT = { done: 0, failed: 1, usage: 2, gate: 3, aborted: 130 } as const

interface ExperimentTerminal extends Terminal {
  readonly progress: ProgressStream
}

/** Runs `npm run experiment`; returns the exit code. Aborting `signal` aborts the run and waits until it has ended. */
export async function runExperiment(
  argv: readonly string[],
  {
    source,
    terminal,
    signal,
  }: {
    readonly source: Omit<ConfigSource, 'argv'>
    readonly terminal: ExperimentTerminal
    readonly signal: AbortSignal
  },
): Promise<number> {
  try {
    const options = experimentOptions(argv, source.env)
    if (options.help) {
      terminal.out(HELP)
      return EXIT.done
    }
    if (options.out !== undefined) refuseUnwritable(options.out, source.cwd)
    return await withService(options, source, { terminal, signal })
  } catch (error) {
    return explained(error, terminal, signal)
  }
}

function explained(error: unknown, terminal: Terminal, signal: AbortSignal): number {
  if (signal.aborted && !isGone(error)) {
    terminal.say('Aborted.')
    return EXIT.aborted
  }
  if (!(error instanceof AppError || error instanceof UsageError)) throw error
  terminal.say(error.message)
  if (error instanceof AppError)
    for (const { pointer, message } of error.faults) terminal.say(`  ${pointer}: ${message}`)
  return error instanceof UsageError ? EXIT.usage : EXIT.failed
}

/** The service that the experiment runs on, and the terminal that it is followed from. */
interface ExperimentSession {
  readonly client: Client
  readonly terminal: ExperimentTerminal
  /** Aborted when the user ends the command (Ctrl-C). */
  readonly signal: AbortSignal
}

async function withService(
  options: ExperimentOptions,
  source: Omit<ConfigSource, 'argv'>,
  { terminal, signal }: Omit<ExperimentSession, 'client'>,
): Promise<number> {
  const { client, description, release } = await attach(options.service, source)
  terminal.say(`Using ${description}.`)
  try {
    return await experiment({ client, terminal, signal }, options, source.cwd)
  } finally {
    await release()
  }
}

/**
 * The steps of the specification: rank, select, show, predict, run baseline and encoded experiment, decode, compare.
 */
async function experiment(session: ExperimentSession, options: ExperimentOptions, cwd: string): Promise<number> {
  const { client, terminal, signal } = session
  const printUnlessJson = (text: string) => options.json || terminal.out(`${text}\n`)
  terminal.say(`Ranking the chiplets of ${options.backend} ...`)
  const list = await ranking(client, options.backend)
  signal.throwIfAborted()
  printUnlessJson(rankingText(list))
  const module = await select(client, options.backend, chosenChiplet(list, options.chiplet))
  printUnlessJson(moduleText(module))
  if (!module.gate.passed && !options.request.override) return refusedByGate(module, terminal)
  signal.throwIfAborted()
  if (!options.json) printUnlessJson(predictionText(await predicted(client, module, options), module))
  signal.throwIfAborted()
  await afford(session, module, options)
  const record = await carriedOut(session, module, options)
  if (options.out !== undefined) {
    writeWhole(options.out, { cwd, content: `${JSON.stringify(record, null, 2)}\n` })
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

/** Prints the cost of the run. Throws `insufficient_tokens` when the tokens are missing and --purchase is not given. */
async function afford(
  { client, terminal }: ExperimentSession,
  { backend_id, logical_qubit }: ResolvedModule,
  { request, purchase }: ExperimentOptions,
): Promise<void> {
  const params = { backend_id, logical_id: logical_qubit }
  const { tokens } = await client.call(routes.estimateRun, { params, body: request })
  if (tokens.required > 0) terminal.say(`The run costs ${predictedCostText(tokens, backend_id)}.`)
  if (tokens.sufficient) return
  if (!purchase)
    throw new AppError(
      'insufficient_tokens',
      `The run takes ${tokens.required} tokens; ${tokens.available} are available. Get more on the Account page, in a demo lab with --purchase, or run on a -mock backend, which is free.`,
      { details: { required: tokens.required, available: tokens.available } },
    )
  for (let missing = Math.ceil(tokens.required - tokens.available); missing > 0; missing -= MAX_PURCHASE)
    await client.call(routes.purchaseTokens, { body: { tokens: Math.min(missing, MAX_PURCHASE) } })
}

function refusedByGate({ gate, warnings }: ResolvedModule, terminal: Terminal): number {
  const unknown = feasibilityOf(gate) === 'unknown'
  const warning = warnings.find(({ code }) => code === (unknown ? 't2_unknown' : 'round_duration_exceeds_gate'))
  const what = unknown
    ? 'Whether the module passes the feasibility gate is unknown.'
    : 'The module fails the feasibility gate.'
  terminal.say(`${what} ${warning?.message ?? ''}`)
  terminal.say('To run it all the same, add --override.')
  return EXIT.gate
}

const POLL_MS = 200

type RunParams = ParamsOf<typeof routes.getRun>

async function carriedOut(
  { client, terminal, signal }: ExperimentSession,
  { backend_id, logical_qubit }: ResolvedModule,
  { request }: ExperimentOptions,
): Promise<RunRecord> {
  const module = { backend_id, logical_id: logical_qubit }
  const { run_id } = await client.call(routes.createRun, { params: module, body: request }).catch(neverAnswered)
  terminal.say(`The run is ${run_id}.`)
  const params = { ...module, run_id }
  try {
    await over(client, params, { progress: terminal.progress, signal })
    const record = await client.call(routes.getRunRecord, { params })
    if (!isWholeRecord(record)) throw new Error(`the run ended before its time: ${record.status_reason.message}`)
    return record
  } catch (error) {
    throw isGone(error) ? lostSight(error, params) : error
  }
}

/**
 * Waits until the run is complete. When it fails or is interrupted, throws, after aborting the run unless the service
 * is gone.
 */
async function over(
  client: Client,
  params: RunParams,
  { progress: stream, signal }: { readonly progress: ProgressStream; readonly signal: AbortSignal },
): Promise<void> {
  const progress = createProgress(stream)
  try {
    for (;;) {
      const run = await client.call(routes.getRun, { params })
      progress.show(run.progress.fraction, run.progress.stage)
      if (run.status === 'COMPLETED') return
      if (isOver(run)) throw new AppError('run_failed', `The run is ${run.status}: ${run.status_reason?.message}`)
      await pause(signal)
    }
  } catch (error) {
    // The first error is shown, even when the abort fails as well.
    if (!isGone(error))
      await client.call(routes.abortRun, { params }).catch(refusal => {
        if (isGone(refusal)) throw refusal
      })
    throw error
  } finally {
    progress.end()
  }
}

function neverAnswered(error: unknown): never {
  if (!isGone(error) || error.details.sent !== true) throw error
  const message = `${error.message} Whether the run was accepted is not known: look at the Runs page before you start another.`
  throw new AppError('shutting_down', message, { details: error.details })
}

/** Error for a run whose service ended, with the place to find the run again. */
function lostSight({ message, details }: AppError, { backend_id, logical_id, run_id }: RunParams): AppError {
  const path = `/v1/backends/${backend_id}/logical-qubits/${logical_id}/runs/${run_id}`
  const text = `${message} The run ${run_id} was not aborted. Once the service runs again, a run that had its device is ABORTED with the whole batches that it measured, and any other begins anew: see the Runs page, or GET ${path}.`
  return new AppError('shutting_down', text, { details: { ...details, run_id } })
}

const isOver = ({ status }: Run): boolean => status !== 'PENDING' && status !== 'PROCESSING'

/** Waits POLL_MS; rejects at once when aborted. */
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
