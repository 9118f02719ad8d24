import { describe, expect, it } from 'vitest'
import { logicalClass, syndromeOf } from '../../../../main/qec/code/five-qubit'
import { atIndex, fromString, indexOf, multiply } from '../../../../main/qec/code/pauli'
import type { FaultReport, FlagCandidate, SingleFault } from '../../../../main/qec/model/fault'
import type { Graph, Layout } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { localQubits, segmentOps } from '../../../../main/qec/program/noisy-ops'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { circuitFaults } from '../../../../main/qec/proof/fault-locations'
import { decoderTables, faultRate, LOOKUP } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { swapCost } from '../../../../main/qec/schedule/route'
import { planRound } from '../fixtures/planned-rounds'

const graph: Graph = {
  sites: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  edges: [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap(site => [
    ...(site % 3 < 2 ? [[site, site + 1] as const] : []),
    ...(site < 6 ? [[site, site + 3] as const] : []),
  ]),
}
const layout: Layout = { ancilla: 4, flag: 1, data: [0, 2, 6, 7, 8], routing: [3, 5] }
const compiled = compileRound(planRound(graph, layout, swapCost)!, {
  single: () => 30,
  cz: (a, b) => 50 + a + b,
  readout: () => 500,
  reset: () => 200,
})
const report = enumerateFaults(compiled, { protocol: 'adaptive' })

/** Every site and edge differs, so that a mixed-up one shows. */
const rates: FaultRates = {
  cz: (a, b) => 0.001 * (a + 1) + 0.0001 * (b + 1),
  single: site => 0.0003 * (site + 1),
  readout: site => 0.01 + 0.001 * site,
  reset: site => 0.005 + 0.001 * site,
  idle: (site, ns) => ({ px: 1e-7 * ns * (site + 1), py: 2e-7 * ns, pz: 3e-7 * ns }),
}

describe('fault rates', () => {
  it('sum to what the sampler charges for the same round', () => {
    const { local } = localQubits(compiled)
    const ops = compiled.flagged.flatMap(segment => segmentOps(segment, { local, rates, bit: () => 0 }))
    const charged = ops.reduce((sum, op) => {
      if (op.op === 'pauli1') return sum + op.px + op.py + op.pz
      if (op.op === 'pauli2') return sum + op.p
      return op.op === 'reset' || op.op === 'measure' ? sum + op.flip : sum
    }, 0)
    const enumerated = circuitFaults(compiled).reduce((sum, fault) => sum + faultRate(fault, compiled, rates), 0)
    expect(enumerated).toBeCloseTo(charged, 10)
    expect(charged).toBeGreaterThan(0.5)
  })
})

describe('the tables of flag-lut', () => {
  const tables = decoderTables(report, compiled, rates)

  it('answer every syndrome with a correction of that syndrome', () => {
    expect(tables.lookup).toEqual(LOOKUP)
    for (const table of [tables.lookup, ...tables.flagged])
      expect(table.map(correction => syndromeOf(atIndex(correction)))).toEqual([...table.keys()])
  })

  it('undo whatever a single fault leaves behind a flag', () => {
    let checked = 0
    for (const [k, cells] of report.tables.tables.entries())
      for (const [syndrome, candidates] of cells.entries()) {
        const correction = tables.flagged[k]![syndrome]!
        if (candidates.length === 0) expect(correction).toBe(LOOKUP[syndrome])
        for (const { error } of candidates) expect(logicalClass(multiply(error, atIndex(correction)))).toBe(0)
        checked += candidates.length
      }
    expect(checked).toBeGreaterThan(20)
  })

  it('take the coset that this calibration makes likelier, not the one with more faults', () => {
    const reset = (site: number): SingleFault => {
      const op = compiled.flagged[0]!.ops.findIndex(one => one.gate === 'R' && one.sites[0] === site)
      return { segment: 'flagged', index: 0, op, kind: 'reset', pauli: 'flip', sites: [site] }
    }
    const one: FlagCandidate = { error: fromString('XIIII'), logical: 0, faults: [reset(4)] }
    const many: FlagCandidate = { error: fromString('IXXXX'), logical: 1, faults: [reset(1), reset(1)] }
    const open = report.tables.tables.map(cells => [...cells])
    open[0]![1] = [many, one]
    const doubtful: FaultReport = { ...report, tables: { tables: open } }
    const choice = (ofAncilla: number, ofFlag: number) => {
      const reset = (site: number) => (site === 4 ? ofAncilla : ofFlag)
      return decoderTables(doubtful, compiled, { ...rates, reset }).flagged[0]![1]
    }
    expect(choice(0.05, 0.01)).toBe(indexOf(one.error))
    expect(choice(0.01, 0.05)).toBe(indexOf(many.error))
  })
})
