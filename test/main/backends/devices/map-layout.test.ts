import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnCoordinates, gridCoordinates } from '../../../../main/backends/devices/map-layout'

type Pair = [string, string]

const line = (size: number): { labels: string[]; couplings: Pair[] } => {
  const labels = Array.from({ length: size }, (_, at) => String(at))
  return { labels, couplings: labels.slice(1).map((label, at) => [labels[at]!, label]) }
}

function lattice(columns: number, rows: number): { labels: string[]; couplings: Pair[] } {
  const labels = Array.from({ length: columns * rows }, (_, at) => String(at))
  const right = labels.flatMap((label, at): Pair[] => (at % columns < columns - 1 ? [[label, String(at + 1)]] : []))
  const down = labels.flatMap((label, at): Pair[] =>
    at + columns < labels.length ? [[label, String(at + columns)]] : [],
  )
  return { labels, couplings: [...right, ...down] }
}

const gap = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) => Math.hypot(ax - bx, ay - by)

describe('a drawn map', () => {
  it('puts a line in a row', () => {
    const { labels, couplings } = line(6)
    const places = drawnCoordinates(labels, couplings)
    const along = labels.map(label => places.get(label)![0])
    expect(along.every((x, at) => at === 0 || Math.abs(x - along[at - 1]!) > 0.3)).toBe(true)
    expect(Math.max(...labels.map(label => places.get(label)![1]))).toBeLessThan(0.1)
  })

  it('keeps the qubits of a lattice apart, and neighbours nearer than others', () => {
    const { labels, couplings } = lattice(7, 5)
    const places = drawnCoordinates(labels, couplings)
    const joined = new Set(couplings.map(pair => pair.join(' ')))
    const others = labels.flatMap((a, at) =>
      labels
        .slice(at + 1)
        .filter(b => !joined.has(`${a} ${b}`))
        .map(b => gap(places.get(a)!, places.get(b)!)),
    )
    const near = couplings.map(([a, b]) => gap(places.get(a)!, places.get(b)!))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(Math.min(...near, ...others)).toBeGreaterThan(0.3)
    expect(mean(near)).toBeCloseTo(1, 1)
    expect(mean(others)).toBeGreaterThan(2.5)
  })

  it('keeps apart qubits that have the same neighbours', () => {
    const labels = ['0', '1', '2', '3', '4', '5']
    const couplings = labels.slice(2).flatMap((label): Pair[] => [
      ['0', label],
      ['1', label],
    ])
    const places = [...drawnCoordinates(labels, couplings).values()]
    const gaps = places.flatMap((a, at) => places.slice(at + 1).map(b => gap(a, b)))
    expect(Math.min(...gaps)).toBeGreaterThan(0.3)
  })

  it('places every qubit of any graph once, the same way each time', () => {
    const graph = fc.integer({ min: 1, max: 25 }).chain(size =>
      fc.record({
        labels: fc.constant(Array.from({ length: size }, (_, at) => String(at))),
        couplings: fc.array(
          fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).map(([a, b]): Pair => [String(a), String(b)]),
          { maxLength: 40 },
        ),
      }),
    )
    fc.assert(
      fc.property(graph, ({ labels, couplings }) => {
        const places = drawnCoordinates(labels, couplings)
        expect([...places.keys()].sort()).toEqual(labels.toSorted())
        expect([...places.values()].flat().every(Number.isFinite)).toBe(true)
        expect(drawnCoordinates(labels, couplings)).toEqual(places)
      }),
    )
  })

  it('draws a thousand qubits soon', () => {
    const { labels, couplings } = lattice(40, 30)
    expect(drawnCoordinates(labels, couplings).size).toBe(1_200)
  })
})

describe('a stated grid', () => {
  it('counts along its rows', () =>
    expect(gridCoordinates(['0', '8', '9', '107'], 9)).toEqual(
      new Map([
        ['0', [0, 0]],
        ['8', [8, 0]],
        ['9', [0, 1]],
        ['107', [8, 11]],
      ]),
    ))
})
