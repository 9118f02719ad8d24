import { describe, expect, it } from 'vitest'
import { fitToDevice } from '../../../../main/backends/snapshot/fit-to-device'
import { calibrationId } from '../../../../main/backends/snapshot/identity'
import type { DeviceProfile } from '../../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { profile, snapshot } from '../samples'

/** A line of `size` qubits: the device and its snapshot. */
function line(size: number): { device: DeviceProfile; figures: CalibrationSnapshot } {
  const [first] = snapshot().qubits
  const [edge] = snapshot().edges
  const indices = Array.from({ length: size }, (_, at) => at)
  return {
    device: profile({
      qubits: indices.map(index => ({ index, label: `Q${index}`, x: index, y: 0 })),
      couplings: indices.slice(1).map(index => [index - 1, index] as [number, number]),
      chiplets: [{ chiplet_id: 'l00', qubits: indices }],
    }),
    figures: snapshot({
      qubits: indices.map(index => ({ ...first!, index, label: `Q${index}` })),
      edges: indices.slice(1).map(index => ({ ...edge!, a: index - 1, b: index })),
    }),
  }
}

describe('a snapshot on its device', () => {
  it('stays as it is where it fits', () => {
    const given = snapshot()
    expect(fitToDevice(profile(), given, 'f')).toEqual({ ...given, calibration_id: calibrationId(given) })
  })

  it("takes the device's numbering by label", () => {
    const shifted = snapshot({
      qubits: snapshot().qubits.map(qubit => ({ ...qubit, index: 3 - qubit.index })),
      edges: snapshot().edges.map(edge => ({ ...edge, a: 3 - edge.a, b: 3 - edge.b })),
    })
    expect(fitToDevice(profile(), shifted, 'f')).toEqual(fitToDevice(profile(), snapshot(), 'f'))
  })

  it('has a row for a qubit and a coupling that it does not list, out of service, and keeps its id', () => {
    const { device, figures } = line(20)
    const fewer = { ...figures, qubits: figures.qubits.slice(1), edges: figures.edges.slice(2) }
    const fitted = fitToDevice(device, fewer, 'f')
    expect(fitted.qubits).toHaveLength(20)
    expect(fitted.qubits[0]).toMatchObject({
      label: 'Q0',
      t1_us: null,
      out_of_service: 'not listed in this calibration',
    })
    expect(fitted.edges).toHaveLength(19)
    expect(fitted.edges[1]).toMatchObject({
      a: 1,
      b: 2,
      gate: 'cz',
      fidelity: null,
      out_of_service: 'not listed in this calibration',
    })
    expect(fitted.calibration_id).toBe(calibrationId(fewer))
  })

  it('keeps records of other gates beside', () => {
    const both = snapshot({
      edges: [
        ...snapshot().edges,
        { a: 0, b: 3, gate: 'iswap', fidelity: 0.9, duration_ns: null, out_of_service: null },
      ],
    })
    expect(fitToDevice(profile(), both, 'f').edges).toHaveLength(5)
  })

  it('turns a CZ the right way round', () => {
    const turned = snapshot({ edges: snapshot().edges.map(edge => ({ ...edge, a: edge.b, b: edge.a })) })
    expect(fitToDevice(profile(), turned, 'f').edges.every(({ a, b }) => a < b)).toBe(true)
  })

  it.each<[string, Partial<CalibrationSnapshot>, RegExp]>([
    [
      'qubits the device does not have',
      { qubits: [...snapshot().qubits, { ...snapshot().qubits[0]!, index: 4, label: 'Q9' }] },
      /dev-square has no qubit Q9/,
    ],
    [
      'too few of its qubits',
      { qubits: snapshot().qubits.slice(0, 3), edges: snapshot().edges.slice(0, 1) },
      /lists 3 of the 4 qubits/,
    ],
    [
      'a coupling it does not have',
      { edges: [...snapshot().edges, { ...snapshot().edges[0]!, a: 0, b: 3 }] },
      /has no coupling 0-3/,
    ],
    [
      'no gate of its own',
      { edges: snapshot().edges.map(edge => ({ ...edge, gate: 'sycamore' })) },
      /no figures of a gate that makes a CZ \(read: sycamore\)/,
    ],
    ['no edges', { edges: [] }, /no two-qubit gate at all/],
    [
      'a CZ in both directions',
      { edges: [...snapshot().edges, { ...snapshot().edges[0]!, a: 1, b: 0 }] },
      /twice on one pair/,
    ],
  ])('is refused for %s, naming the file and the device', (_, changes, message) => {
    expect(() => fitToDevice(profile(), snapshot(changes), 'figures.json')).toThrow(message)
    expect(() => fitToDevice(profile(), snapshot(changes), 'figures.json')).toThrow(/^figures\.json/)
  })

  it('names five of many unknown qubits', () => {
    const { figures } = line(30)
    expect(() => fitToDevice(profile(), figures, 'f')).toThrow('Q4, Q5, Q6, Q7, Q8 and 21 more')
  })
})
