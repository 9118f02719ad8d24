import { UsageError } from '../../config/options.mjs'
import type { PoolLevels } from '../../contract/entropy/pool'
import type { EntropySource, SourceQuality } from '../../contract/entropy/source'
import { fixed, roundedDown } from '../../contract/numbers/number-text'
import { routes } from '../../contract/routes'
import { facts, simulatedText, table } from '../io/table'
import { printReply } from '../io/terminal'
import type { EntropyCall } from './call'

/** Lists all sources with state, credited min-entropy and bytes in store. */
export async function listSources(call: EntropyCall): Promise<void> {
  const reply = await call.client.call(routes.listSourceSummaries)
  printReply(call, reply, () => sourcesText(reply.items))
}

const creditOf = ({ raw, entropy, provisional }: Pick<EntropySource, 'raw' | 'entropy' | 'provisional'>): string =>
  !raw
    ? 'none: whitened'
    : entropy === null
      ? 'not assessed'
      : `${fixed(roundedDown(entropy, 4), 4)}${provisional ? ' provisional' : ''}`

function sourcesText(items: readonly EntropySource[]): string {
  const rows = items.map(one => [
    ...[one.short_name, one.label, one.kind, one.state === 'enabled' ? one.health : one.state],
    ...[creditOf(one), String(one.available_bytes), one.problem ?? '', simulatedText(one.simulated)],
  ])
  const heading = ['Source', 'Label', 'Kind', 'State', 'Bits a raw bit', 'Bytes', 'Problem', '']
  return table([heading, ...rows], ['left', 'left', 'left', 'left', 'left', 'right'])
}

/** Prints all details of one source. */
export async function showQuality(call: EntropyCall): Promise<void> {
  const [id] = call.words
  if (id === undefined) throw new UsageError('Say of which source: quality src-a. See --help.')
  const reply = await call.client.call(routes.getSourceQuality, { params: { id } })
  printReply(call, reply, () => qualityText(reply))
}

function qualityText(source: SourceQuality): string {
  const { assessed, cutoffs, failures, watermarks, budget } = source
  const byLevel = ({ single, intermittent, permanent }: SourceQuality['failures']['alarms']) =>
    `${single} single, ${intermittent} intermittent, ${permanent} permanent`
  return facts([
    ['Source', `${source.id} (${source.short_name}, ${source.label}) ${simulatedText(source.simulated)}`.trimEnd()],
    ['State', `${source.state}, ${source.health}${source.problem === null ? '' : `: ${source.problem}`}`],
    ['Credited', source.entropy === null ? creditOf(source) : `${creditOf(source)} bits a raw bit`],
    ['Claimed', `${source.claimed} bits a sample of ${source.bits_per_sample}`],
    [
      'Assessed',
      assessed === null
        ? 'not yet'
        : `${assessed.h} by ${assessed.estimator ?? assessed.decided_by}, ${assessed.samples} samples, ${assessed.age_s} s ago; restarts ${assessed.restarts}`,
    ],
    ['In store', `${source.available_bytes} bytes; filled from ${watermarks.low} up to ${watermarks.high}`],
    ['Tested', `${source.samples_tested} samples, ${source.bytes_tested} bytes`],
    ['Windows', `${failures.windows_passed} passed, ${failures.windows_failed} failed, of ${cutoffs.window} samples`],
    ['Alarms', byLevel(failures.alarms)],
    ['Repetition cutoffs', byLevel(cutoffs.repetition)],
    ['Proportion cutoffs', byLevel(cutoffs.proportion)],
    ['Latched by', failures.latched_by ?? 'nothing'],
    ['Served', `${source.bytes_served} bytes; ${source.bytes_destroyed} destroyed unserved`],
    ['Budget', `${budget.bytes_per_day ?? 'no'} bytes a day; ${budget.used_today} used today`],
  ])
}

/** Lists bytes in store and custom pools. */
export async function listPools(call: EntropyCall): Promise<void> {
  const reply = await call.client.call(routes.listPoolLevels)
  printReply(call, reply, () => poolsText(reply))
}

function poolsText({ items, custom_pools }: PoolLevels): string {
  const levels = items.map(one => [
    ...[one.short_name, one.state, String(one.available), String(one.high), String(one.raw_bits)],
    ...[String(one.served), String(one.destroyed), simulatedText(one.simulated)],
  ])
  const pools = custom_pools.map(({ pool_id, sources, state, available, problem }) => [
    ...[pool_id, state, String(available), sources.join(' '), problem ?? ''],
  ])
  const right = 'right' as const
  return [
    table(
      [['Source', 'State', 'Bytes', 'Of', 'Raw bits', 'Served', 'Destroyed', ''], ...levels],
      ['left', 'left', right, right, right, right, right],
    ),
    ...(pools.length === 0
      ? []
      : ['', table([['Pool', 'State', 'Bytes', 'Sources', 'Problem'], ...pools], ['left', 'left', right])]),
  ].join('\n')
}
