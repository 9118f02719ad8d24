/** The drawing of a circuit as a picture on paper: all of what is open, in points and in light colours, whatever is in view. */
import type { CircuitDocument, DrawnGate, StepBox } from '../../../../main/circuits/editing/document/model'
import { INKS } from '../charts/colours'
import type { Drawing, DrawnPlace, Shape, Stroke } from '../figures/drawing'
import { plainRuns, textWidth } from '../figures/typeset'
import { BOX_LINE, boxLines, compact, shortened } from './box-text'
import { gridOf, operandsDrawn, type PlacedStep, stepLabel } from './cells'
import type { EditorView } from './editor-view'
import { gateNote, labelledSymbol, NOTE_FITS } from './gate-text'

/** Points: three quarters of the pixels on the screen. */
const PIXEL = 0.75
export const PICTURE_COLUMN = 45
const PICTURE_ROW = 39
const EDGE = 6
const BOX = { width: 37.5, height: 22.5 }
const RADIUS = { dot: 3.4, plus: 6.75, cross: 4.5 }
const SIZE = { name: 9, label: 9, note: 7 }
/** Part of the letters' height below the middle of a line. */
const BELOW_MIDDLE = 0.35
/** Characters of a wire's name. */
const NAME_FITS = 40

const { ground, ink, quiet, accent } = INKS.light
const WIRE: Stroke = { colour: quiet, width: 0.75 }
const LINK: Stroke = { colour: ink, width: 1.1 }
const BARRIER: Stroke = { colour: quiet, width: 1.5, dash: [3, 2.25] }
const CONDITIONAL: Stroke = { colour: accent, width: 1.1, dash: [2.25, 1.5] }

/** The document of a picture, and where its grid begins. */
interface PictureOrigin {
  readonly document: CircuitDocument
  /** Points from the left edge to the first column. */
  readonly left: number
}

/** Its width follows from the number of moments and the longest name of a wire. */
export function circuitPicture({ document, scope, trail }: Pick<EditorView, 'document' | 'scope' | 'trail'>): Drawing {
  const names = document.qubits.map(({ name }) => shortened(name, NAME_FITS))
  const { placed, depth } = gridOf(scope.steps, names.length)
  const sheet = { document, left: EDGE + Math.max(0, ...names.map(name => textWidth(name, SIZE.name))) + EDGE }
  const right = sheet.left + Math.max(1, depth) * PICTURE_COLUMN
  return {
    width: right + EDGE,
    height: names.length * PICTURE_ROW + 2 * EDGE,
    alt: ['Circuit', ...trail].join(', '),
    shapes: [
      ...names.flatMap((name, wire) => wireShapes(name, y(wire), [sheet.left, right])),
      ...placed.flatMap(one => stepShapes(sheet, one)),
    ],
  }
}

const y = (wire: number): number => EDGE + (wire + 0.5) * PICTURE_ROW
const x = ({ left }: PictureOrigin, moment: number): number => left + (moment + 0.5) * PICTURE_COLUMN

const wireShapes = (name: string, at: number, [left, right]: readonly [number, number]): Shape[] => [
  {
    kind: 'text',
    at: [left - EDGE, at + BELOW_MIDDLE * SIZE.name],
    runs: plainRuns(name),
    size: SIZE.name,
    anchor: 'end',
    colour: ink,
  },
  line([left, at], [right, at], WIRE),
]

function stepShapes(sheet: PictureOrigin, placed: PlacedStep): Shape[] {
  const { step, moment, top } = placed
  const tip = stepLabel(sheet.document, step)
  const shapes =
    step.box === null
      ? step.gates.flatMap(gate => gateShapes(sheet, gate, { moment, tip, isConditional: step.condition !== null }))
      : boxShapes(sheet, placed, step.box)
  if (step.condition === null) return shapes
  const condition = shortened(compact(step.condition.text), NOTE_FITS)
  return [...shapes, written(condition, [x(sheet, moment), y(top) - PICTURE_ROW / 2 + 4.5], SIZE.note)]
}

interface GateContext {
  readonly moment: number
  /** The statement. */
  readonly tip: string
  readonly isConditional: boolean
}

function gateShapes(sheet: PictureOrigin, gate: DrawnGate, place: GateContext): Shape[] {
  const at = x(sheet, place.moment)
  const half = PICTURE_ROW / 2
  if (labelledSymbol(gate).target === 'barrier')
    return gate.qubits.map(wire => line([at, y(wire) - half], [at, y(wire) + half], BARRIER))
  const operands = operandsDrawn(gate)
  const wires = operands.map(({ wire }) => wire)
  return [
    line([at, y(Math.min(...wires))], [at, y(Math.max(...wires))], LINK),
    ...operands.flatMap(({ wire, look }) =>
      look === 'target'
        ? targetShapes({ document: sheet.document, gate, at: [at, y(wire)] }, place)
        : [dot([at, y(wire)], look === 'control')],
    ),
  ]
}

const dot = (at: DrawnPlace, isFilled: boolean): Shape => ({
  kind: 'circle',
  at,
  radius: RADIUS.dot,
  fill: { colour: isFilled ? ink : ground, opacity: 1 },
  stroke: LINK,
})

interface DrawnTarget extends Pick<PictureOrigin, 'document'> {
  readonly gate: DrawnGate
  /** The middle of the target. */
  readonly at: DrawnPlace
}

/** A box with its label, ⊕, a dot, or a cross. */
function targetShapes({ document, gate, at }: DrawnTarget, { tip, isConditional }: GateContext): Shape[] {
  const { target, label } = labelledSymbol(gate)
  const stroke = isConditional ? CONDITIONAL : LINK
  const [cx, cy] = at
  switch (target) {
    case 'dot':
      return [dot(at, true)]
    case 'cross':
      return crossing(at, RADIUS.cross, RADIUS.cross)
    case 'plus':
      return [
        { kind: 'circle', at, radius: RADIUS.plus, fill: { colour: ground, opacity: 1 }, stroke, tip },
        line([cx - RADIUS.plus, cy], [cx + RADIUS.plus, cy], LINK),
        line([cx, cy - RADIUS.plus], [cx, cy + RADIUS.plus], LINK),
      ]
    default: {
      const note = gateNote(gate, document)
      const frame = { x: cx - BOX.width / 2, y: cy - BOX.height / 2, ...BOX }
      return [
        rectangle(frame, isConditional ? CONDITIONAL : WIRE, tip),
        written(label, [cx, note === '' ? cy : cy - 4.5], SIZE.label),
        ...(note === '' ? [] : [written(note, [cx, cy + 6], SIZE.note)]),
      ]
    }
  }
}

const crossing = ([cx, cy]: DrawnPlace, dx: number, dy: number): Shape[] => [
  line([cx - dx, cy - dy], [cx + dx, cy + dy], LINK),
  line([cx - dx, cy + dy], [cx + dx, cy - dy], LINK),
]

/** A loop, a branch or a call, closed. */
function boxShapes(sheet: PictureOrigin, { step, moment, top, bottom }: PlacedStep, box: StepBox): Shape[] {
  const height = (bottom - top + 1) * PICTURE_ROW - EDGE
  const frame = { x: x(sheet, moment) - BOX.width / 2 - 1.5, y: y(top) - (PICTURE_ROW - EDGE) / 2, height }
  const lines = boxLines(box, height / PIXEL)
  const middle = (y(top) + y(bottom)) / 2
  return [
    rectangle({ ...frame, width: BOX.width + 3 }, LINK, stepLabel(sheet.document, step)),
    ...lines.map((text, at) => {
      const below = (at + (1 - lines.length) / 2) * BOX_LINE * PIXEL
      return written(text, [x(sheet, moment), middle + below], at === 0 ? SIZE.label : SIZE.note)
    }),
  ]
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const rectangle = ({ x: left, y: top, width, height }: Rectangle, stroke: Stroke, tip: string): Shape => ({
  kind: 'area',
  places: [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ],
  fill: { colour: ground, opacity: 1 },
  stroke,
  tip,
})

const line = (from: DrawnPlace, to: DrawnPlace, stroke: Stroke): Shape => ({ kind: 'line', places: [from, to], stroke })

/** Around the middle of a column, in smaller letters where it would be wider than a box. */
function written(text: string, [cx, cy]: DrawnPlace, most: number): Shape {
  const size = Math.min(most, (most * (BOX.width - 3)) / Math.max(1, textWidth(text, most)))
  return {
    kind: 'text',
    at: [cx, cy + BELOW_MIDDLE * size],
    runs: plainRuns(text),
    size: Math.round(size * 100) / 100,
    anchor: 'middle',
    colour: ink,
  }
}
