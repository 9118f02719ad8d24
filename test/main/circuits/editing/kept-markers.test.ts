import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CircuitDocument, DrawnStep } from '../../../../main/circuits/editing/document/model'
import { stepMoments } from '../../../../main/circuits/editing/document/moments'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { changeParameter } from '../../../../main/circuits/editing/gestures/change'
import { insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import { moveStep } from '../../../../main/circuits/editing/gestures/move'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { removeSteps } from '../../../../main/circuits/editing/gestures/remove'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'
import {
  carriedTo,
  goneMarkers,
  type KeptMarkers,
  NO_MARKERS,
  type StandingMarker,
  standingMarkers,
  toggledMarker,
  withMarker,
  withoutMarker,
} from '../../../../main/circuits/editing/markers/kept-markers'
import { gesture, outcomeOf } from './gesture-cases'

const HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[3] q;\n'
const read = (...statements: string[]) => readDocument(`${HEAD}${statements.join('\n')}\n`)
function documentOf(outcome: Outcome): CircuitDocument {
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.document
}
const x = (document: CircuitDocument, wire: number, moment: number): KeptMarkers =>
  withMarker(NO_MARKERS, document, { wire, moment, pauli: 'X' })
const positions = (kept: KeptMarkers) => standingMarkers(kept).map(({ wire, moment }) => [wire, moment])
const operation = (name: string, qubits: number[]) => ({
  name,
  qubits,
  params: [],
  controls: [],
  clbits: [],
  condition: null,
})

/** The step before which an error happens; null for an error behind the last step of its wire. */
function stepBehind({ steps, qubits }: CircuitDocument, { wire, moment }: Pick<StandingMarker, 'wire' | 'moment'>) {
  const { moments } = stepMoments(steps, qubits.length)
  return steps.find(step => step.qubits.includes(wire) && moments.get(step)! >= moment) ?? null
}

describe('an error on a wire', () => {
  it('goes on with its gate where another is put before it', () => {
    const document = read('h q[0];', 'x q[0];')
    const edited = documentOf(
      insertOperations(document, { scope: outermost(document), operations: [operation('s', [0])], moment: 0 }),
    )
    expect(positions(carriedTo(x(document, 0, 1), edited))).toEqual([[0, 2]])
  })

  it('goes with its gate to another wire and another moment', () => {
    const document = read('h q[1];', 't q[1];', 'x q[0];', 'y q[0];')
    const step = document.steps[2]!
    const moved = documentOf(moveStep(document, { scope: outermost(document), step, operands: [1], moment: 2 }))
    expect(positions(carriedTo(x(document, 0, 0), moved))).toEqual([[1, 2]])
  })

  it('says that its gate is gone, and is back with it by undo', () => {
    const document = read('h q[0];', 'h q[0];', 'x q[0];')
    const kept = x(document, 0, 1)
    const without = carriedTo(kept, documentOf(removeSteps(document, outermost(document), [document.steps[1]!])))
    expect(standingMarkers(without)).toEqual([])
    expect(goneMarkers(without)).toHaveLength(1)
    const undone = carriedTo(without, readDocument(document.text))
    expect(positions(undone)).toEqual([[0, 1]])
    expect(goneMarkers(undone)).toEqual([])
  })

  it('stays with a gate whose angle is typed, and over a text with a fault', () => {
    const document = read('h q[0];', 'rz(0.1) q[0];', 'rz(0.1) q[0];')
    const changed = documentOf(
      changeParameter(document, { step: document.steps[2]!, position: 0, expression: 'pi / 3' }),
    )
    const kept = x(document, 0, 2)
    expect(positions(carriedTo(kept, changed))).toEqual([[0, 2]])
    const broken = carriedTo(kept, readDocument(document.text.replace('h q[0];', 'h q[0')))
    expect(positions(broken)).toEqual([[0, 2]])
    expect(positions(carriedTo(broken, readDocument(document.text.replace('h q[0];', 'z q[0];\nh q[0];'))))).toEqual([
      [0, 3],
    ])
  })

  it('stays behind the last gate of its wire', () => {
    const document = read('h q[0];', 'x q[0];')
    const put = (moment: number) =>
      documentOf(insertOperations(document, { scope: outermost(document), operations: [operation('s', [0])], moment }))
    expect(positions(carriedTo(x(document, 0, 2), put(0)))).toEqual([[0, 3]])
    expect(positions(carriedTo(x(document, 0, 5), put(2)))).toEqual([[0, 5]])
  })

  it('is switched, replaced and taken away by what stands at its place now', () => {
    const document = read('h q[0];', 'x q[0];')
    const put = insertOperations(document, { scope: outermost(document), operations: [operation('s', [0])], moment: 0 })
    const moved = carriedTo(x(document, 0, 1), documentOf(put))
    const [{ id }] = standingMarkers(moved) as [StandingMarker]
    expect(standingMarkers(toggledMarker(moved, id))).toMatchObject([{ isOff: true, moment: 2 }])
    expect(withoutMarker(moved, id).list).toEqual([])
    const position = { wire: 0, moment: 2 }
    expect(withMarker(moved, documentOf(put), { ...position, pauli: 'X' }).list).toEqual([])
    expect(standingMarkers(withMarker(moved, documentOf(put), { ...position, pauli: 'Z' }))).toMatchObject([
      { pauli: 'Z' },
    ])
  })
})

/** Each gate has its own angle, by which it is recognized after any change of the circuit. */
const named = fc
  .array(fc.tuple(fc.constantFrom('rz', 'crx', 'ctrl @ ry'), fc.nat(2), fc.integer({ min: 1, max: 2 })), {
    minLength: 2,
    maxLength: 8,
  })
  .map(gates =>
    gates.map(([name, wire, by], at) => {
      const other = name === 'rz' ? '' : `, q[${(wire + by) % 3}]`
      return `${name}(0.${at + 11}) q[${wire}]${other};`
    }),
  )
const angleOf = ({ text }: CircuitDocument, { span }: DrawnStep) =>
  /0\.\d\d/.exec(text.slice(span.start, span.end))?.[0] ?? null
const KEEPS_ANGLES = ['insert', 'remove', 'move', 'shift', 'resize', 'add', 'swap', 'control', 'invert']
const edits = gesture.filter(({ kind }) => KEEPS_ANGLES.includes(kind))

describe('errors while a circuit is edited', () => {
  it('stay before their gates through any gestures, are gone with them, and are where they were after undo', () => {
    fc.assert(
      fc.property(named, fc.array(edits, { maxLength: 8 }), fc.nat(20), (statements, gestures, chosen) => {
        const first = read(...statements)
        const { moments } = stepMoments(first.steps, 3)
        const step = first.steps[chosen % first.steps.length]!
        const angle = angleOf(first, step)
        const wire = step.qubits[chosen % step.qubits.length]!
        let [document, kept] = [first, x(first, wire, moments.get(step)!)]
        const seen: [CircuitDocument, KeptMarkers][] = [[document, kept]]
        for (const one of gestures) {
          const outcome = outcomeOf(one, document)
          if (outcome === null || outcome.kind === 'refused') continue
          document = outcome.document
          kept = carriedTo(kept, document)
          seen.push([document, kept])
          const isThere = document.steps.some(step => angleOf(document, step) === angle)
          const [marker] = standingMarkers(kept)
          if (marker) expect(angleOf(document, stepBehind(document, marker)!)).toBe(angle)
          else if (isThere) expect(seen.some(([, { list }]) => list[0]!.position.isGone)).toBe(true)
          if (!isThere) expect(marker).toBeUndefined()
        }
        for (const [before, then] of seen.toReversed()) {
          kept = carriedTo(kept, readDocument(before.text))
          expect(standingMarkers(kept)).toEqual(standingMarkers(then))
        }
      }),
      { numRuns: 80 },
    )
  })
})
