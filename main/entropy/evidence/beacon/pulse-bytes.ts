/** The bytes of a pulse that are signed, and its output. `L(x)` is a length of four bytes, then x. */
import { type BeaconPulse, PULSE_LINKS, type PulseLink } from '../../../contract/entropy/pulse'
import { hexBytes, hexText, joinBytes, sha512Bytes, uint32Bytes, uint64Bytes, utf8Bytes } from '../encoding/bytes'

export type UnsignedPulse = Omit<BeaconPulse, 'signatureValue' | 'outputValue'>

const prefixed = (bytes: Uint8Array): Uint8Array => joinBytes(uint32Bytes(bytes.length), bytes)
const text = (value: string): Uint8Array => prefixed(utf8Bytes(value))
const hex = (value: string): Uint8Array => prefixed(hexBytes(value)!)

export const linkOf = ({ listValues }: Pick<BeaconPulse, 'listValues'>, type: PulseLink) =>
  listValues.find(link => link.type === type)!

/** Signed bytes of a pulse that was parsed by the contract's schema; the format does not include the addresses of links. */
export const pulseSignedBytes = (pulse: UnsignedPulse): Uint8Array =>
  joinBytes(
    text(pulse.uri),
    text(pulse.version),
    uint32Bytes(pulse.cipherSuite),
    uint32Bytes(pulse.period),
    hex(pulse.certificateId),
    uint64Bytes(BigInt(pulse.chainIndex)),
    uint64Bytes(BigInt(pulse.pulseIndex)),
    text(pulse.timeStamp),
    hex(pulse.localRandomValue),
    hex(pulse.external.sourceId),
    uint32Bytes(pulse.external.statusCode),
    hex(pulse.external.value),
    ...PULSE_LINKS.map(type => hex(linkOf(pulse, type).value)),
    hex(pulse.precommitmentValue),
    uint32Bytes(pulse.statusCode),
  )

/** SHA-512 of the signed bytes and the signature, whose length is not written. */
export const pulseOutput = (signedBytes: Uint8Array, signature: Uint8Array): string =>
  upperHex(sha512Bytes(signedBytes, signature))

export const upperHex = (bytes: Uint8Array): string => hexText(bytes).toUpperCase()

/** Precommitment in the previous pulse: SHA-512 of the coming `localRandomValue`. */
export const precommitment = (localRandomValue: string): string => upperHex(sha512Bytes(hexBytes(localRandomValue)!))
