import { describe, expect, it } from 'vitest'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import type { StabilizerOp, StabilizerSimulator } from '../../../../main/simulation/model/stabilizer'
import { createNativeStabilizer } from '../../../../main/simulation/stabilizer/native'
import { cliffordOps, stabilizerProgram, stabilizerProgramOf } from '../../../../main/simulation/stabilizer/program'
import { countPlanes, createReferenceStabilizer, packBitPlanes } from '../../../../main/simulation/stabilizer/reference'
import { abortAfter, findAddon } from '../engine-fixtures'
import { gate, ghz, measure, picker, randomCircuit, range, when } from './circuits'

const addon = findAddon()
const reference = createReferenceStabilizer()
const engines: [string, StabilizerSimulator][] = [['reference', reference]]
if (addon) engines.push(['native', createNativeStabilizer(addon)])

const counts = (engine: StabilizerSimulator, circuit: Circuit, shots: number, seed = 1n) =>
  engine.countOutcomes(stabilizerProgram(circuit), { shots, seed })

/** Largest distance of two frequencies of one outcome, in standard deviations of their difference. */
function farthest(a: Map<string, number>, shotsA: number, b: Map<string, number>, shotsB: number): number {
  const distances = [...new Set([...a.keys(), ...b.keys()])].map(key => {
    const [na, nb] = [a.get(key) ?? 0, b.get(key) ?? 0]
    const p = (na + nb) / (shotsA + shotsB)
    return Math.abs(na / shotsA - nb / shotsB) / Math.sqrt(p * (1 - p) * (1 / shotsA + 1 / shotsB) + 1e-12)
  })
  return Math.max(...distances)
}

/** A basis over GF(2), each vector known by its highest bit, of shots relative to the first one. */
function differences(planes: BitPlanes): { origin: bigint; basis: Map<number, bigint> } {
  const shot = (i: number) =>
    range(planes.planes).reduce((sum, b) => sum | (BigInt(bitAt(planes, b, i)) << BigInt(b)), 0n)
  const origin = shot(0)
  const basis = new Map<number, bigint>()
  for (let i = 1; i < planes.shots; i++) {
    const rest = reduce(shot(i) ^ origin, basis)
    if (rest !== 0n) basis.set(rest.toString(2).length, rest)
  }
  return { origin, basis }
}

function reduce(value: bigint, basis: Map<number, bigint>): bigint {
  let rest = value
  for (let bit = rest.toString(2).length; bit > 0; bit--) {
    const known = basis.get(bit)
    if (known !== undefined && (rest >> BigInt(bit - 1)) & 1n) rest ^= known
  }
  return rest
}

describe.each(engines)('stabilizer circuits on the %s', (_, engine) => {
  it('give a GHZ state all zeros or all ones, about evenly', async () => {
    const found = await counts(engine, ghz(5), 2_000)
    expect([...found.keys()]).toEqual(['00000', '11111'])
    expect(Math.abs(found.get('00000')! - 1_000)).toBeLessThan(150)
  })

  it('teleport a state through conditional Paulis', async () => {
    const circuit = {
      num_qubits: 3,
      instructions: [
        ...[gate('h', 0), gate('s', 0), gate('h', 1), gate('cx', 1, 2), gate('cx', 0, 1), gate('h', 0)],
        ...[measure(0), measure(1), when(1, 1, gate('x', 2)), when(0, 1, gate('z', 2))],
        ...[gate('sdg', 2), gate('h', 2), measure(2)],
      ],
    }
    const found = await counts(engine, circuit, 1_000)
    expect([...found.keys()]).toEqual(['000', '001', '010', '011'])
    for (const count of found.values()) expect(Math.abs(count - 250)).toBeLessThan(80)
  })

  it('choose a gate that is no Pauli by an outcome', async () => {
    const circuit = {
      num_qubits: 2,
      instructions: [gate('h', 0), measure(0), when(0, 1, gate('h', 1)), measure(1)],
    }
    const found = await counts(engine, circuit, 4_000)
    expect([...found.keys()]).toEqual(['00', '01', '11'])
    expect(Math.abs(found.get('00')! - 2_000)).toBeLessThan(200)
    expect(Math.abs(found.get('11')! - 1_000)).toBeLessThan(200)
  })

  it('reset a qubit whatever it is entangled with', async () => {
    const circuit = {
      num_qubits: 2,
      instructions: [gate('h', 0), gate('cx', 0, 1), gate('reset', 0), measure(0), measure(1)],
    }
    expect([...(await counts(engine, circuit, 200)).keys()]).toEqual(['00', '10'])
  })

  it('give the same bits for the same seed and others for another', async () => {
    const program = stabilizerProgram(randomCircuit(7, 6, 40, 'paulis'))
    const [a, b, c] = await Promise.all([1n, 1n, 2n].map(seed => engine.samplePlanes(program, { shots: 200, seed })))
    expect(b).toEqual(a)
    expect(c!.data).not.toEqual(a!.data)
  })

  it('count what their planes hold', async () => {
    const program = stabilizerProgram(randomCircuit(11, 5, 30, 'any'))
    const planes = await engine.samplePlanes(program, { shots: 300, seed: 5n })
    expect([...(await engine.countOutcomes(program, { shots: 300, seed: 5n }))]).toEqual([
      ...(await countPlanes(planes)),
    ])
  })

  it('pack the shots of their planes in order, each in whole bytes', async () => {
    const program = stabilizerProgram(randomCircuit(12, 37, 200, 'registers'))
    const planes = await engine.samplePlanes(program, { shots: 130, seed: 5n })
    const packed = await engine.sampleShots(program, { shots: 130, seed: 5n })
    expect(packed).toMatchObject({ shots: 130, clbits: program.width, width: Math.ceil(program.width! / 8) })
    const differing = range(130).flatMap(shot =>
      range(8 * packed.width).flatMap(bit => {
        const value = (packed.data[shot * packed.width + (bit >> 3)]! >> (bit & 7)) & 1
        return value === (bit < planes.planes ? bitAt(planes, bit, shot) : 0) ? [] : [{ shot, bit }]
      }),
    )
    expect(differing).toEqual([])
  })

  it('act on several bits at once, wherever one of them was never written', async () => {
    const flip = (clbits: number[], value: number, qubit: number) => ({
      ...gate('x', qubit),
      condition: { clbits, value },
    })
    const circuit = {
      num_qubits: 6,
      instructions: [
        ...[gate('x', 0), measure(0, 0), measure(1, 1)],
        ...[flip([0, 1], 1, 2), flip([1, 0], 1, 3), flip([0, 7], 1, 4), flip([0, 7], 3, 5)],
        ...[2, 3, 4, 5].map(q => measure(q)),
      ],
    }
    expect([...(await counts(engine, circuit, 20)).keys()]).toEqual(['00010101'])
  })

  it('repeat a measurement, and choose between bases by two coins', async () => {
    const circuit = {
      num_qubits: 3,
      instructions: [
        ...[gate('h', 0), gate('h', 1), measure(0), measure(1), measure(0, 2)],
        { ...gate('h', 2), condition: { clbits: [0, 1], value: 3 } },
        measure(2, 3),
      ],
    }
    const found = await counts(engine, circuit, 4_000)
    expect([...found.keys()]).toEqual(['0000', '0010', '0101', '0111', '1111'])
    for (const key of ['0111', '1111']) expect(Math.abs(found.get(key)! - 500)).toBeLessThan(120)
  })
})

describe.skipIf(!addon)('the native stabilizer engine', () => {
  const native = (threads = 2) => createNativeStabilizer(addon!, { threads })

  it.each(['none', 'paulis', 'any', 'registers'] as const)(
    'draws the reference’s distribution on random circuits, conditions: %s',
    async conditions => {
      for (let seed = 1; seed <= 25; seed++) {
        const program = stabilizerProgram(randomCircuit(seed * 7919, 1 + (seed % 4), 25, conditions))
        const [fast, slow] = [
          await native().countOutcomes(program, { shots: 20_000, seed: BigInt(seed) }),
          await reference.countOutcomes(program, { shots: 1_000, seed: BigInt(seed) }),
        ]
        // Impossible outcomes are so on both sides; the largest of a few thousand comparisons stays below 5 sigma.
        for (const key of slow.keys()) expect(fast.has(key), `seed ${seed}: ${key} never came`).toBe(true)
        expect(farthest(fast, 20_000, slow, 1_000), `seed ${seed}`).toBeLessThan(5.5)
      }
    },
  )

  it('draws the reference’s distribution with noise and conditions', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const conditions = (['paulis', 'any', 'registers'] as const)[seed % 3]!
      const clean = randomCircuit(seed * 104729, 3, 20, conditions).instructions.flatMap(i => cliffordOps(i)!)
      const pick = picker(seed)
      const noisy = clean.flatMap((op): StabilizerOp[] => {
        const { condition } = op
        if (op.op === 'measure') return [{ ...op, flip: 0.1 }]
        if ('a' in op) return [op, { op: 'pauli2', a: op.a, b: op.b, p: pick(2) ? 0.01 : 0.2, condition }]
        return [op, { op: 'pauli1', q: op.q, px: 0.05, py: 0.02, pz: 0.1, condition }]
      })
      const program = stabilizerProgramOf(noisy)
      const fast = await native().countOutcomes(program, { shots: 20_000, seed: BigInt(seed) })
      const slow = await reference.countOutcomes(program, { shots: 1_500, seed: BigInt(seed) })
      expect(farthest(fast, 20_000, slow, 1_500), `seed ${seed}`).toBeLessThan(5.5)
    }
  })

  it('finds the same affine space as the reference for 100 random qubits', async () => {
    const pick = picker(5)
    const circuit = {
      num_qubits: 100,
      instructions: [
        ...range(100)
          .filter(q => q % 3 === 0)
          .map(q => gate('h', q)),
        ...range(300).map(() => gate('cx', pick(50), 50 + pick(50))),
        ...range(100).map(q => measure(q)),
      ],
    }
    const program = stabilizerProgram(circuit)
    const fast = differences(await native().samplePlanes(program, { shots: 400, seed: 1n }))
    const slow = differences(await reference.samplePlanes(program, { shots: 60, seed: 2n }))
    for (const vector of [fast.origin ^ slow.origin, ...slow.basis.values()])
      expect(reduce(vector, fast.basis)).toBe(0n)
    expect(fast.basis.size).toBe(34)
  })

  it('keeps running parities of 100 coins right in every shot, where frames are cheaper than sums', async () => {
    const circuit = {
      num_qubits: 101,
      instructions: [
        ...range(100).map(q => gate('h', q)),
        ...range(100).flatMap(q => [gate('cx', q, 100), measure(100, 100 + q)]),
        ...range(100).map(q => measure(q)),
      ],
    }
    const planes = await native().samplePlanes(stabilizerProgram(circuit), { shots: 500, seed: 8n })
    const coins = range(500).map(shot => range(100).map(q => bitAt(planes, q, shot)))
    const differing: { shot: number; q: number }[] = []
    coins.forEach((bits, shot) => {
      let parity = 0
      for (const q of range(100)) {
        parity ^= bits[q]!
        if (bitAt(planes, 100 + q, shot) !== parity) differing.push({ shot, q })
      }
    })
    expect(differing).toEqual([])
    const heads = coins.flat().filter(bit => bit === 1).length
    expect(Math.abs(heads - 25_000)).toBeLessThan(5.5 * Math.sqrt(12_500))
  })

  it('finds the hidden string of Bernstein and Vazirani over 1,000 qubits in every shot', async () => {
    const secret = range(999).map(q => Number((q * q + q) % 7 < 3))
    const circuit = {
      num_qubits: 1_000,
      instructions: [
        ...[gate('x', 999), ...range(1_000).map(q => gate('h', q))],
        ...range(999)
          .filter(q => secret[q])
          .map(q => gate('cx', q, 999)),
        ...range(999).flatMap(q => [gate('h', q), measure(q)]),
      ],
    }
    const found = await counts(native(), circuit, 1_000)
    expect([...found]).toEqual([[secret.reverse().join(''), 1_000]])
  })

  it('does not depend on the number of threads', async () => {
    for (const conditions of ['paulis', 'any', 'registers'] as const) {
      const program = stabilizerProgram(randomCircuit(3, 6, 60, conditions))
      const [one, two] = [
        await native(1).samplePlanes(program, { shots: 40_001, seed: 9n }),
        await native(2).samplePlanes(program, { shots: 40_001, seed: 9n }),
      ]
      expect(Buffer.compare(one.data, two.data)).toBe(0)
      expect([...(await native(1).countOutcomes(program, { shots: 40_001, seed: 9n }))]).toEqual([
        ...(await countPlanes(two)),
      ])
      expect(await native(2).sampleShots(program, { shots: 40_001, seed: 9n })).toEqual(await packBitPlanes(one))
    }
  })

  it.each(['affine', 'shot by shot'])('stops within 200 ms of processor time after an abort, %s', async way => {
    const random = randomCircuit(1, 200, 4_000)
    const chosen = [gate('h', 0), measure(0), when(0, 1, gate('h', 1))]
    const instructions = way === 'affine' ? ghz(20).instructions : [...chosen, ...random.instructions]
    const program = stabilizerProgram({ num_qubits: 200, instructions })
    const progress: number[] = []
    const { reason, computed_ms } = await abortAfter(400, signal =>
      native().countOutcomes(program, {
        shots: way === 'affine' ? 2 ** 32 : 10_000_000,
        seed: 1n,
        signal,
        onProgress: f => progress.push(f),
      }),
    )
    expect(reason).toMatchObject({ message: 'enough' })
    expect(computed_ms).toBeLessThan(200)
    expect(progress.length).toBeGreaterThan(0)
    expect(progress.every(f => f >= 0 && f <= 1)).toBe(true)
  })

  it('refuses to hold more distinct outcomes than fit in memory', async () => {
    const circuit = { num_qubits: 2_000, instructions: range(2_000).flatMap(q => [gate('h', q), measure(q)]) }
    await expect(counts(native(), circuit, 1_000_000)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
