/** A beacon's chain as a service would publish it, with the RSA key kept for tests. */
import { createPrivateKey } from 'node:crypto'
import type { BeaconPulse } from '../../../../../main/contract/entropy/pulse'
import {
  type BeaconCertificate,
  readCertificate,
  selfSignedCertificate,
} from '../../../../../main/entropy/evidence/beacon/certificate'
import {
  type ChainEnd,
  chainEnd,
  checkpointBinding,
  nextPulse,
  signPulse,
} from '../../../../../main/entropy/evidence/beacon/pulse'
import { upperHex } from '../../../../../main/entropy/evidence/beacon/pulse-bytes'
import { sha512Bytes, uint32Bytes, utf8Text } from '../../../../../main/entropy/evidence/encoding/bytes'
import { vectorBytes } from '../../../../vectors/read-vectors'

const pkcs8 = Buffer.from(utf8Text(vectorBytes('beacon-test-key.txt')), 'base64')
export const beaconKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })

export async function testCertificate(): Promise<BeaconCertificate> {
  const der = await selfSignedCertificate({
    name: 'beacon.example',
    not_before: new Date('2026-01-01T00:00:00Z'),
    not_after: new Date('2036-01-01T00:00:00Z'),
    serial_number: '01',
    private_key: Uint8Array.from(pkcs8),
  })
  return readCertificate(der)!
}

export const randomOf = (index: number): string => upperHex(sha512Bytes(uint32Bytes(index)))

/** Pulses at these times (ISO), one after the other. */
export function pulsesAt(times: readonly string[], certificateId: string, chainIndex = 1): BeaconPulse[] {
  let end: ChainEnd | null = null
  return times.map((time, at) => {
    const unsigned = nextPulse(end, {
      base: 'https://pentad.example/ems',
      chainIndex,
      period: 60_000,
      certificateId,
      time: Date.parse(time),
      localRandomValue: randomOf(at + 1),
      nextRandomValue: randomOf(at + 2),
      external: checkpointBinding(
        'pentad.example/log/1',
        'pentad.example/log/1\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n',
      ),
    })
    const pulse = signPulse(unsigned, beaconKey)
    end = chainEnd(end, pulse)
    return pulse
  })
}

export const minutes = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * 60_000).toISOString())
