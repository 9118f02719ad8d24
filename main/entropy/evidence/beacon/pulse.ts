/** Making and verifying single pulses. */
import { type KeyObject, sign, verify } from 'node:crypto'
import { type BeaconPulse, PULSE_LINKS, type PublishedPulse, type PulseLink } from '../../../contract/entropy/pulse'
import { isoTime } from '../../../contract/model/iso-time'
import {
  base64UrlBytes,
  base64UrlText,
  hexBytes,
  joinBytes,
  sha512Bytes,
  uint32Bytes,
  utf8Bytes,
} from '../encoding/bytes'
import { canonicalJson } from '../encoding/canonical-json'
import { COMPOSITE_ALGORITHM, type CompositeKey, contextOf, verifyComposite } from '../signatures/composite'
import type { BeaconCertificate } from './certificate'
import { precommitment, pulseOutput, pulseSignedBytes, type UnsignedPulse, upperHex } from './pulse-bytes'

export const PULSE_STATUS = { in_chain: 0, first_of_chain: 1, after_gap: 2 } as const

const NOTHING = '0'.repeat(128)

/** SHA-512 of at least two outputs of independent generators, each behind its length. Throws a RangeError for fewer or short ones. */
export function localRandomValue(outputs: readonly Uint8Array[]): string {
  if (outputs.length < 2 || outputs.some(({ length }) => length < 64))
    throw new RangeError('a local random value takes at least two outputs of at least 64 bytes')
  return upperHex(sha512Bytes(joinBytes(...outputs.flatMap(output => [uint32Bytes(output.length), output]))))
}

/** The log's checkpoint that a pulse binds: SHA-512 of its origin and of its text with the last newline. */
export const checkpointBinding = (origin: string, text: string): BeaconPulse['external'] => ({
  sourceId: upperHex(sha512Bytes(utf8Bytes(origin))),
  statusCode: 0,
  value: upperHex(sha512Bytes(utf8Bytes(text))),
})

type Linked = Pick<BeaconPulse, 'uri' | 'outputValue'>

/** Values of earlier pulses that the next pulse of a chain contains. */
export interface ChainEnd {
  readonly last: BeaconPulse
  /** The first pulse in the hour, day, month and year (UTC) of the last one. */
  readonly firsts: Readonly<Record<Exclude<PulseLink, 'previous'>, Linked>>
}

export interface PulseInput {
  /** Public address of the service, without a slash at its end, the same for a whole chain. */
  readonly base: string
  readonly chainIndex: number
  readonly period: number
  readonly certificateId: string
  /** Milliseconds since 1970, a multiple of the period. */
  readonly time: number
  readonly localRandomValue: string
  /** The value of the pulse after this one, durable already. */
  readonly nextRandomValue: string
  readonly external: BeaconPulse['external']
}

/** The next pulse, unsigned; with `end` null the first of a chain. Throws a RangeError for a time that cannot come next. */
export function nextPulse(end: ChainEnd | null, input: PulseInput): UnsignedPulse {
  const { base, period, chainIndex, certificateId, time } = input
  const elapsed = end ? time - Date.parse(end.last.timeStamp) : period
  if (time % period !== 0 || elapsed < period)
    throw new RangeError(`a pulse cannot follow ${end?.last.timeStamp ?? 'nothing'} at ${time} ms`)
  const pulseIndex = end ? end.last.pulseIndex + 1 : 1
  return {
    uri: `${base}/beacon/2.0/chain/${chainIndex}/pulse/${pulseIndex}`,
    version: '2.0',
    cipherSuite: 0,
    period,
    certificateId,
    chainIndex,
    pulseIndex,
    timeStamp: isoTime(time),
    localRandomValue: input.localRandomValue,
    external: input.external,
    listValues: PULSE_LINKS.map(type => linkTo(type, end)),
    precommitmentValue: precommitment(input.nextRandomValue),
    statusCode: !end ? PULSE_STATUS.first_of_chain : elapsed > period ? PULSE_STATUS.after_gap : PULSE_STATUS.in_chain,
  }
}

/**
 * The link leads to the first pulse in the period of the last pulse, even where the new pulse begins the next period; that is pulse
 * 1 where the chain began within the period.
 */
function linkTo(type: PulseLink, end: ChainEnd | null): BeaconPulse['listValues'][number] {
  if (!end) return { uri: null, type, value: NOTHING }
  const { uri, outputValue } = type === 'previous' ? end.last : end.firsts[type]
  return { uri, type, value: outputValue }
}

/** The chain's end once `pulse` is its last. */
export function chainEnd(before: ChainEnd | null, pulse: BeaconPulse): ChainEnd {
  const first = (unit: Exclude<PulseLink, 'previous'>): Linked =>
    before && isSamePeriod(unit, before.last.timeStamp, pulse.timeStamp) ? before.firsts[unit] : pulse
  return { last: pulse, firsts: { hour: first('hour'), day: first('day'), month: first('month'), year: first('year') } }
}

/** Characters of an RFC 3339 time in UTC that name the period. */
const PERIOD_CHARACTERS = { year: 4, month: 7, day: 10, hour: 13 } as const

export const isSamePeriod = (unit: Exclude<PulseLink, 'previous'>, a: string, b: string): boolean =>
  a.slice(0, PERIOD_CHARACTERS[unit]) === b.slice(0, PERIOD_CHARACTERS[unit])

/** RSA PKCS #1 v1.5 with SHA-512. */
export function signPulse(pulse: UnsignedPulse, key: KeyObject): BeaconPulse {
  const bytes = pulseSignedBytes(pulse)
  const signature = sign('sha512', bytes, key)
  return { ...pulse, signatureValue: upperHex(signature), outputValue: pulseOutput(bytes, signature) }
}

/** The pulse with our composite signature beside it, over its canonical JSON: addresses of links included. */
export function publishPulse(pulse: BeaconPulse, kid: string, key: CompositeKey): PublishedPulse {
  const signature = base64UrlText(key.sign(canonicalJson(pulse), contextOf('pulse')))
  return { pulse, pentad: { kid, alg: COMPOSITE_ALGORITHM, signature } }
}

/** False also where there is no composite signature. */
export function compositePulseHolds({ pulse, pentad }: PublishedPulse, publicKey: Uint8Array): boolean {
  const signature = base64UrlBytes(pentad?.signature ?? '')
  if (!signature) return false
  return verifyComposite({ publicKey, message: canonicalJson(pulse), context: contextOf('pulse'), signature })
}

export interface PulseFault {
  readonly code:
    | 'pulse_certificate_mismatch'
    | 'pulse_signature_invalid'
    | 'pulse_output_mismatch'
    | 'pulse_precommitment_mismatch'
    | 'pulse_link_mismatch'
    | 'pulse_time_wrong'
    | 'pulse_status_wrong'
    | 'pulse_missing'
  readonly message: string
}

/** Fault of a pulse by itself; null if there is none. */
export function pulseFault(pulse: BeaconPulse, certificate: BeaconCertificate | null): PulseFault | null {
  const name = `pulse ${pulse.chainIndex}/${pulse.pulseIndex}`
  const [bytes, signature] = [pulseSignedBytes(pulse), hexBytes(pulse.signatureValue)!]
  if (pulseOutput(bytes, signature) !== pulse.outputValue)
    return { code: 'pulse_output_mismatch', message: `${name} has another output than its bytes and signature give` }
  if (certificate === null || certificate.id !== pulse.certificateId)
    return { code: 'pulse_certificate_mismatch', message: `the certificate of ${name} is not at hand` }
  if (!verify('sha512', bytes, certificate.publicKey, signature))
    return { code: 'pulse_signature_invalid', message: `the RSA signature of ${name} does not verify` }
  return addressFault(pulse, name)
}

/** The format does not sign the addresses of links; impossible ones are refused here. */
function addressFault(pulse: BeaconPulse, name: string): PulseFault | null {
  const end = `/chain/${pulse.chainIndex}/pulse/${pulse.pulseIndex}`
  if (!pulse.uri.endsWith(end)) return { code: 'pulse_link_mismatch', message: `${name} has the address ${pulse.uri}` }
  const base = pulse.uri.slice(0, -String(pulse.pulseIndex).length)
  for (const { uri, type, value } of pulse.listValues) {
    const index = linkedIndex(uri)
    const isFirst = pulse.pulseIndex === 1
    const isRight = isFirst
      ? value === NOTHING
      : index !== null &&
        uri === `${base}${index}` &&
        (type === 'previous' ? index === pulse.pulseIndex - 1 : index < pulse.pulseIndex)
    if (!isRight) return { code: 'pulse_link_mismatch', message: `the ${type} link of ${name} leads to ${uri}` }
  }
  return null
}

/** Index at the end of a pulse's address; null where there is none. */
export function linkedIndex(uri: string | null): number | null {
  const [, digits] = /\/pulse\/([1-9]\d{0,15})$/.exec(uri ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}
