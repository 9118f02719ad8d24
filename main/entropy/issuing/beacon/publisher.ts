/** Makes the pulse that is due and writes it. */
import { randomBytes } from 'node:crypto'
import type { PublishedPulse } from '../../../contract/entropy/pulse'
import type { Runner } from '../../../worker/runner'
import { generateBeaconKey, readCertificate, selfSignedCertificate } from '../../evidence/beacon/certificate'
import { checkpointBinding, localRandomValue, nextPulse } from '../../evidence/beacon/pulse'
import { hexText } from '../../evidence/encoding/bytes'
import type { Checkpoints } from '../book/checkpoints'
import type { LogStore } from '../book/log-store'
import type { KeyRing } from '../keys/key-ring'
import type { SigningTasks } from '../signing/tasks'
import { duePulse } from './due-pulse'
import type { BeaconChain, PulseStore } from './pulse-store'

/** Outputs of at least 64 bytes of at least two generators that do not depend on one another. */
export type RandomInputs = () => readonly Uint8Array[]

export interface PublisherOptions {
  readonly pulses: PulseStore
  readonly keys: KeyRing
  readonly log: LogStore
  readonly checkpoints: Pick<Checkpoints, 'latest'>
  readonly runner: Runner<SigningTasks>
  readonly inputs: RandomInputs
  /** Public address of the service; a chain keeps the one it began with. */
  readonly base: () => string
  readonly now: () => number
  /** Milliseconds between pulses. */
  readonly period: number
  /** Makes RSA keys, PKCS #8 in DER; left out: of 4096 bits. */
  readonly newKey?: () => Promise<Uint8Array>
}

const CERTIFICATE_YEARS = 20

/** Returns the pulse that was due and is written now; null where none is due. Calls do not overlap. */
export function createPublisher(options: PublisherOptions): () => Promise<PublishedPulse | null> {
  const { pulses, keys, log, checkpoints, runner, inputs, base, now, period, newKey = generateBeaconKey } = options
  const freshValue = () => localRandomValue(inputs())

  async function certificate(): Promise<string> {
    const last = pulses.chain()?.certificate_id
    if (last && (await keys.secret('beacon', last))) return last
    const private_key = await newKey()
    const [not_before, not_after] = [new Date(now() - 86_400_000), new Date(now())]
    not_after.setUTCFullYear(not_after.getUTCFullYear() + CERTIFICATE_YEARS)
    // The first bit is zero: serial numbers are positive.
    const serial_number = `01${hexText(randomBytes(15))}`
    const fields = { name: 'Pentad beacon', not_before, not_after, serial_number, private_key }
    const { id, pem } = readCertificate(await selfSignedCertificate(fields))!
    await keys.keepSecret({ purpose: 'beacon', id, bytes: private_key })
    pulses.addCertificate(id, pem)
    return id
  }

  async function begin(reason: string): Promise<BeaconChain> {
    const certificate_id = await certificate()
    const { epoch } = log.current()
    return pulses.addChain({ base: base(), period, certificate_id, epoch, started_at: now(), reason })
  }

  /** The value of the next pulse, to which the last pulse of the chain committed; else the reason why the chain cannot go on. */
  async function usable(chain: BeaconChain | null, secret: Uint8Array): Promise<string | { readonly value: string }> {
    if (!chain) return 'first'
    if (chain.epoch !== log.current().epoch) return 'restored'
    if (chain.period !== period) return 'period_changed'
    if (!(await keys.secret('beacon', chain.certificate_id))) return 'key_lost'
    const last = pulses.last(chain.chain)
    if (!last) return { value: freshValue() }
    const value = pulses.nextValue(chain.chain, last.pulse.pulseIndex + 1, secret)
    return value === null ? 'value_lost' : { value }
  }

  return async () => {
    const { log_seed } = await keys.open()
    let chain = pulses.chain()
    const found = await usable(chain, log_seed)
    const isUsable = typeof found !== 'string'
    const last = isUsable ? pulses.last(chain!.chain) : null
    const due = duePulse(now(), period, last && Date.parse(last.pulse.timeStamp))
    if (due.kind === 'wait') return null
    const signer = keys.signingAt(due.time)
    // A key signs nothing that is older than itself: the first pulse comes with the next period.
    if (!signer) return null
    const goesOn = isUsable && due.kind === 'pulse'
    const value = goesOn ? found.value : freshValue()
    if (!goesOn) chain = await begin(isUsable ? 'clock_went_back' : found)
    const { origin, text } = await checkpoints.latest()
    const nextValue = freshValue()
    const unsigned = nextPulse(goesOn ? pulses.end(chain!.chain) : null, {
      base: chain!.base,
      chainIndex: chain!.chain,
      period,
      certificateId: chain!.certificate_id,
      time: due.time,
      localRandomValue: value,
      nextRandomValue: nextValue,
      external: checkpointBinding(origin, text),
    })
    const private_key = (await keys.secret('beacon', chain!.certificate_id))!
    const published = await runner.run(
      'signPulse',
      { pulse: unsigned, private_key, key: signer },
      { always_queued: true },
    )
    // No turn of the event loop between the two: no pulse is announced before it is in the folder.
    pulses.add(published, nextValue, log_seed)
    log.publishPulse(published.pulse.chainIndex, published.pulse.pulseIndex)
    return published
  }
}
