import { expect, it } from 'vitest'
import { GATES } from '../../../../main/contract/gates/gate-table'
import { symbolOf } from '../../../../renderer/src/draw/circuits/gate-symbol'

it.each(Object.entries(GATES))('%s leaves a qubit for its own mark and fits its box', (name, shape) => {
  const { controls, target, label } = symbolOf(name)
  if (typeof shape.qubits === 'number' && shape.qubits > 0) expect(controls).toBeLessThan(shape.qubits)
  if (target === 'box') expect(label.length).toBeGreaterThan(0)
  expect(label.length).toBeLessThanOrEqual(4)
})

it.each([
  ['cx', 1, 'plus'],
  ['ccx', 2, 'plus'],
  ['cz', 1, 'dot'],
  ['cp', 1, 'box'],
  ['cswap', 1, 'cross'],
  ['swap', 0, 'cross'],
  ['barrier', 0, 'barrier'],
  ['rx', 0, 'box'],
] as const)('%s has %i controls and a %s', (name, controls, target) => {
  expect(symbolOf(name)).toMatchObject({ controls, target })
})

it('an unknown or inherited name stands in a box', () => {
  expect(symbolOf('constructor')).toEqual({ controls: 0, target: 'box', label: 'constr…' })
  expect(symbolOf('entangle').label).toBe('entang…')
  expect(symbolOf('Grover2').label).toBe('Grover2')
  expect(symbolOf('rzz')).toEqual({ controls: 0, target: 'box', label: 'rzz' })
})
