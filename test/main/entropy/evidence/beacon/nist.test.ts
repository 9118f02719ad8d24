import { describe, expect, it } from 'vitest'
import { BeaconPulse } from '../../../../../main/contract/entropy/pulse'
import { readCertificate } from '../../../../../main/entropy/evidence/beacon/certificate'
import { pulseFault } from '../../../../../main/entropy/evidence/beacon/pulse'
import { vectorJson } from '../../../../vectors/read-vectors'
import { pulseChainFault } from './chain-fault'

interface Snapshot {
  certificate_pem: string
  previous_pulse: BeaconPulse
  pulse: BeaconPulse
}

const snapshot = vectorJson<Snapshot>('nist-beacon/pulse-2-1862118-1862119.json')
const certificate = readCertificate(snapshot.certificate_pem)!
const pulses = [snapshot.previous_pulse, snapshot.pulse].map(pulse => BeaconPulse.parse(pulse))
const older = BeaconPulse.parse(vectorJson<{ pulse: BeaconPulse }>('nist-beacon/pulse-1-54610.json').pulse)

const hexChanged = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)

/** Every single value of a pulse changed, and what that is called. */
function tampered(pulse: BeaconPulse): [string, BeaconPulse][] {
  const change = (fields: Partial<BeaconPulse>) => ({ ...pulse, ...fields })
  return [
    ['uri', change({ uri: `${pulse.uri.slice(0, -1)}1` })],
    ['uri’s host', change({ uri: pulse.uri.replace('beacon', 'bacon') })],
    ['version', change({ version: '2.1' })],
    ['period', change({ period: 60_001 })],
    ['certificateId', change({ certificateId: hexChanged(pulse.certificateId) })],
    ['chainIndex', change({ chainIndex: pulse.chainIndex + 1 })],
    ['pulseIndex', change({ pulseIndex: pulse.pulseIndex + 1 })],
    ['timeStamp', change({ timeStamp: pulse.timeStamp.replace('.000Z', '.001Z') })],
    ['localRandomValue', change({ localRandomValue: hexChanged(pulse.localRandomValue) })],
    ['external.sourceId', change({ external: { ...pulse.external, sourceId: hexChanged(pulse.external.sourceId) } })],
    ['external.statusCode', change({ external: { ...pulse.external, statusCode: 1 } })],
    ['external.value', change({ external: { ...pulse.external, value: hexChanged(pulse.external.value) } })],
    ['precommitmentValue', change({ precommitmentValue: hexChanged(pulse.precommitmentValue) })],
    ['statusCode', change({ statusCode: pulse.statusCode + 1 })],
    ['signatureValue', change({ signatureValue: hexChanged(pulse.signatureValue) })],
    ['outputValue', change({ outputValue: hexChanged(pulse.outputValue) })],
    ...pulse.listValues.flatMap(({ type, value, uri }, at): [string, BeaconPulse][] => {
      const link = (fields: object) =>
        change({ listValues: pulse.listValues.with(at, { ...pulse.listValues[at]!, ...fields }) })
      return [
        [`${type} value`, link({ value: hexChanged(value) })],
        [`${type} address`, link({ uri: uri!.replace('/pulse/', '/pulse/9') })],
        [`${type} host`, link({ uri: uri!.replace('nist', 'evil') })],
        [`${type} without an address`, link({ uri: null })],
      ]
    }),
  ]
}

describe('real NIST pulses', () => {
  it('verify by themselves and one after the other', () => {
    for (const pulse of pulses) expect(pulseFault(pulse, certificate)).toBeNull()
    expect(pulseChainFault(pulses)).toBeNull()
    expect(certificate.id).toBe(pulses[0]!.certificateId)
  })

  it('of 2018 have the output that their bytes and signature give', () => {
    expect(pulseFault(older, null)?.code).toBe('pulse_certificate_mismatch')
    expect(pulseFault({ ...older, precommitmentValue: hexChanged(older.precommitmentValue) }, null)?.code).toBe(
      'pulse_output_mismatch',
    )
  })

  it.each(tampered(pulses[0]!))('fail with another %s', (_, pulse) => {
    expect(pulseFault(BeaconPulse.parse(pulse), certificate)).not.toBeNull()
  })

  it('fail with the certificate of another, without one, and out of order', () => {
    expect(pulseFault(pulses[0]!, { ...certificate, id: hexChanged(certificate.id) })?.code).toBe(
      'pulse_certificate_mismatch',
    )
    expect(pulseFault(pulses[0]!, null)?.code).toBe('pulse_certificate_mismatch')
    expect(pulseChainFault(pulses.toReversed())?.code).toBe('pulse_missing')
  })
})
