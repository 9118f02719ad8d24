import { angleAsBits } from '../evaluation/angle'
import type { Bit } from '../model/bits'
import type { SourceLocation } from '../model/diagnostics'
import { bitsOfValue } from '../model/numbers'
import type { BindingOf } from '../state/names'
import type { ProgramState } from '../state/program'

/**
 * At the end of the program: each `output` other than a register of bits becomes a register of bits of the same name, because
 * results hold nothing else. Returns the names of outputs that have no width, and so no bits.
 */
export function assignOutputs(program: ProgramState): string[] {
  return program.outputs.flatMap(({ name, ...at }) => {
    const binding = program.names.find(name)
    if (binding?.kind === 'bits') return []
    const bits = binding?.kind === 'variable' ? outputBits(program, at, binding) : null
    if (bits === null) return [name]
    const cells = program.recorder.addCells(at, bits.length, false)
    program.registers.push({ name, kind: 'bit', size: bits.length })
    bits.forEach((bit, i) => {
      program.recorder.initialize(at, cells[i]!, bit)
    })
    return []
  })
}

function outputBits(program: ProgramState, at: SourceLocation, variable: BindingOf<'variable'>): Bit[] | null {
  const { type, width, value } = variable
  const size = type === 'bool' ? 1 : type === 'float' ? null : width
  if (size === null) return null
  program.budget.spend(at, size)
  const given = type === 'angle' ? angleAsBits(program.budget, at, variable) : value
  const bits = bitsOfValue(at, given, size, 'an output')
  return Array.from({ length: size }, (_, i) => bits[i] ?? 0)
}
