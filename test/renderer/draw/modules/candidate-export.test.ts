import { expect, it } from 'vitest'
import { candidatesCsv, candidatesJson } from '../../../../renderer/src/draw/modules/candidate-export'
import { sampleModule } from '../../samples/modules'

const module = sampleModule()
const judged = {
  ...module.candidates[1]!,
  pareto: true,
  coherence_ratio: 0.15,
  gate_passed: true,
  stability_30d: { snapshots: 2, unusable: 1, mean: 1, spread: 0.5, worst: 1.5, slope_per_day: null },
  versus_best: { total: 0.1, two_qubit: 0.2, single_qubit: 0, measurement: -0.1, idle: 0, reset: 0 },
  fix: {
    aim: 'become_first' as const,
    site: 'edge:3-4',
    figure: 'cz_fidelity',
    value: 0.9,
    needed: 0.95,
    message: 'With cz_fidelity of edge:3-4 at 0.95, not 0.9, it would be first.',
  },
}
const reported = { ...module, candidates: [module.candidates[0]!, judged] }

const table = (csv: string) => {
  const [head, ...lines] = csv
    .trimEnd()
    .split('\r\n')
    .map(line => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map(cell => cell.replace(/,$/, '')))
  return lines.map(line => Object.fromEntries(head!.map((name, at) => [name, line[at]])))
}

it('a CSV has a line for each candidate, with whose they are and every figure', () => {
  const lines = table(candidatesCsv(reported))
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ chiplet: module.chiplet, calibration_id: 'cal-2', rank: '1', coherence_ratio: '' })
  expect(lines[1]).toMatchObject({
    rank: '2',
    pareto: 'true',
    D0: String(judged.data_qubits.D0),
    routing_qubits: judged.routing_qubits.join(' '),
    score: String(judged.score),
    gate_passed: 'true',
    stability_30d_unusable: '1',
    stability_30d_slope_per_day: '',
    versus_best_measurement: '-0.1',
    fix: `"${judged.fix.message}"`,
  })
})

it('JSON keeps the candidates as the service gave them, beside the gate and the search', () => {
  const read = JSON.parse(candidatesJson(reported))
  expect(read.candidates).toEqual(reported.candidates)
  expect(read).toMatchObject({ logical_qubit: module.logical_qubit, gate: module.gate, search: module.search })
})
