import { describe, expect, it } from 'vitest'
import { type Coordinate, type Coordinates, drawnCoordinates } from '../../../../main/backends/devices/map-layout'
import { latticeCoordinates } from '../../../../main/backends/devices/square-lattice'

type Pair = [string, string]

function lattice(columns: number, rows: number, without: readonly number[] = []) {
  const all = Array.from({ length: columns * rows }, (_, at) => at).filter(at => !without.includes(at))
  const there = new Set(all)
  const couplings = all.flatMap((at): Pair[] => {
    const next = [...(at % columns < columns - 1 ? [at + 1] : []), at + columns]
    return next.filter(other => there.has(other)).map(other => [String(at), String(other)])
  })
  const grid: Coordinates = new Map(all.map(at => [String(at), [at % columns, Math.floor(at / columns)]]))
  return { labels: all.map(String), couplings, grid }
}

const moved = (places: Coordinates, change: (point: Coordinate) => Coordinate): Coordinates =>
  new Map([...places].map(([label, point]) => [label, change(point)]))
const turn =
  (angle: number, pitch = 1) =>
  ([x, y]: Coordinate): Coordinate => [
    pitch * (x * Math.cos(angle) - y * Math.sin(angle)),
    pitch * (x * Math.sin(angle) + y * Math.cos(angle)),
  ]

describe('rows and columns of a drawing', () => {
  it.each([
    ['half units', turn(0, 0.5)],
    ['micrometres', turn(0, 812.5)],
    ['30 degrees', turn(Math.PI / 6)],
    ['45 degrees', turn(Math.PI / 4, 1.37)],
    ['100 degrees', turn((100 / 180) * Math.PI)],
  ])('are found in a lattice in %s', (_, change) => {
    const { labels, couplings, grid } = lattice(9, 12)
    expect(latticeCoordinates(labels, couplings, moved(grid, change))).toEqual(grid)
  })

  it.each([
    [9, 12, []],
    [7, 5, [17]],
    [10, 12, [0, 1, 10, 118, 119]],
    [2, 9, []],
  ] as const)('are found in what was drawn from the couplings of %i by %i', (columns, rows, without) => {
    const { labels, couplings, grid } = lattice(columns, rows, without)
    expect(latticeCoordinates(labels, couplings, drawnCoordinates(labels, couplings))).toEqual(grid)
  })

  it('are of each connected part, beside each other, a lone qubit too', () => {
    const { labels, couplings } = lattice(3, 3)
    const more = [...labels, '9', '10', '11']
    const pairs: Pair[] = [...couplings, ['9', '10']]
    const places = latticeCoordinates(more, pairs, drawnCoordinates(more, pairs))!
    expect([...places.values()].flat().every(Number.isInteger)).toBe(true)
    expect(new Set([...places.values()].map(String)).size).toBe(more.length)
  })

  it('are nowhere in couplings that do not close to squares', () => {
    const triangle: Pair[] = [
      ['0', '1'],
      ['1', '2'],
      ['0', '2'],
    ]
    const labels = ['0', '1', '2']
    expect(latticeCoordinates(labels, triangle, drawnCoordinates(labels, triangle))).toBeNull()
    const star = Array.from({ length: 6 }, (_, at): Pair => ['0', String(at + 1)])
    const seven = ['0', '1', '2', '3', '4', '5', '6']
    expect(latticeCoordinates(seven, star, drawnCoordinates(seven, star))).toBeNull()
  })
})
