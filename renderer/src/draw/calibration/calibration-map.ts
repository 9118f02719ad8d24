/**
 * The calibration map: qubits at their places on the device, coloured by an absolute scale; what is out of service is crossed
 * out.
 */
import type { ElementDefinition } from 'cytoscape'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { czsOf, pairKey } from '../../../../main/contract/calibration/compound-cz'
import {
  type CalibrationEdge,
  type CalibrationQubit,
  type CalibrationSnapshot,
  infidelityOf,
} from '../../../../main/contract/calibration/snapshot'
import { QUBIT_READERS, type QubitFigure } from '../../../../main/contract/calibration/snapshot-comparison'
import { labelsOf, type QubitLabels } from '../../../../main/contract/model/qubit-labels'
import { INK_ON, STATE_FILLS } from '../charts/colours'
import { beyondMark, type ColourScale, colourOf, inkOn, SCALES } from './error-scale'

/** Scale of each selectable figure, and its value of a qubit: errors as 1 − F, lifetimes in microseconds. */
export const QUBIT_FIGURES: Record<
  QubitFigure,
  { scale: ColourScale; read: (qubit: CalibrationQubit) => number | null }
> = {
  readout: { scale: SCALES.readout, read: QUBIT_READERS.readout },
  single: { scale: SCALES.single, read: QUBIT_READERS.single },
  reset: { scale: SCALES.reset, read: QUBIT_READERS.reset },
  t1: { scale: SCALES.t1, read: QUBIT_READERS.t1 },
  t2: { scale: SCALES.t2, read: QUBIT_READERS.t2 },
}

/** Value and label of each figure, for a choice. */
export const QUBIT_FIGURE_CHOICES = Object.entries(QUBIT_FIGURES).map(([key, { scale }]) => [key, scale.title] as const)

export const czError = (edge: CalibrationEdge) => infidelityOf(edge.fidelity)

/** Pixels between two neighbouring sites, so that labels fit whatever units the profile places its qubits in. */
export const PITCH = 64

export const qubitId = (index: number) => `q${index}`
export const edgeId = (a: number, b: number) => `e${Math.min(a, b)}-${Math.max(a, b)}`
/** How each pair makes its CZ, by `pairKey`. */
export const czsIn = (snapshot: CalibrationSnapshot) => czsOf(snapshot, pairKey)

/** Factor from the profile's units to pixels: the shortest coupling becomes one PITCH. */
export function pixelsPerUnit(backend: Pick<Backend, 'qubits' | 'couplings'>): number {
  const at = new Map(backend.qubits.map(qubit => [qubit.index, qubit]))
  const lengths = backend.couplings.flatMap(([a, b]) => {
    const [from, to] = [at.get(a), at.get(b)]
    return from && to ? [Math.hypot(from.x - to.x, from.y - to.y)] : []
  })
  const shortest = Math.min(...lengths.filter(length => length > 0))
  return Number.isFinite(shortest) ? PITCH / shortest : PITCH
}

/** State of a part, which decides its drawing: a colour is only ever drawn for a published figure. */
type PartStyle = { state: 'good' | 'absent' | 'out'; colour: string; ink: string }

function drawn(scale: ColourScale, value: number | null, outOfService: string | null): PartStyle {
  if (outOfService !== null) return { state: 'out', colour: STATE_FILLS.out, ink: INK_ON.bright }
  if (value === null) return { state: 'absent', colour: STATE_FILLS.absent, ink: INK_ON.bright }
  const colour = colourOf(scale, value)
  return { state: 'good', colour, ink: inkOn(colour) }
}

/** The index, above the vendor's label where that differs; both fit the disc of a site. */
export const siteText = (index: number, labels: QubitLabels) =>
  labels[index] === undefined ? String(index) : `${index}\n${labels[index]}`

interface MapOptions {
  figure: QubitFigure
  /** Show only this chiplet; null: the whole device. */
  chiplet: string | null
  /** Colours all parts by these values, by id, in place of their figures. */
  instead?: { readonly scale: ColourScale; readonly values: ReadonlyMap<string, number | null> }
}

/** The device of a backend, or a device profile. */
export type MappedDevice = Pick<Backend, 'qubits' | 'couplings' | 'chiplets'>

const qubitsShown = (backend: MappedDevice, chiplet: string | null) => {
  const only = backend.chiplets.find(each => each.chiplet_id === chiplet)
  return new Set(only ? only.qubits : backend.qubits.map(qubit => qubit.index))
}

/** Which chiplet each qubit belongs to. */
export const chipletIdsByQubit = (backend: Pick<Backend, 'chiplets'>) =>
  new Map(backend.chiplets.flatMap(chiplet => chiplet.qubits.map(qubit => [qubit, chiplet.chiplet_id] as const)))

/**
 * Cytoscape elements with preset positions in pixels: a node for each chiplet (its outline), each qubit and each
 * coupling, coloured by the error of its CZ whatever native gates make it. Couplings that the snapshot does not mention are
 * drawn as absent.
 */
export function calibrationMap(
  backend: MappedDevice,
  snapshot: CalibrationSnapshot,
  options: MapOptions,
): ElementDefinition[] {
  const shown = qubitsShown(backend, options.chiplet)
  const scale = pixelsPerUnit(backend)
  const owner = chipletIdsByQubit(backend)
  const labels = labelsOf(backend.qubits)
  const { instead } = options
  const { scale: own, read } = QUBIT_FIGURES[options.figure]
  const [colours, czColours] = [instead?.scale ?? own, instead?.scale ?? SCALES.cz]
  const shownValue = (id: string, figure: number | null) => (instead ? (instead.values.get(id) ?? null) : figure)
  const figures = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit]))
  const czs = czsIn(snapshot)

  const outlines = backend.chiplets
    .filter(chiplet => chiplet.qubits.some(qubit => shown.has(qubit)))
    .map(chiplet => ({ data: { id: `c${chiplet.chiplet_id}`, label: chiplet.chiplet_id }, classes: 'chiplet' }))
  const nodes = backend.qubits
    .filter(qubit => shown.has(qubit.index))
    .map(qubit => {
      const known = figures.get(qubit.index)
      const value = shownValue(qubitId(qubit.index), known ? read(known) : null)
      const look = drawn(colours, value, known?.out_of_service ?? null)
      const parent = owner.get(qubit.index)
      return {
        data: {
          id: qubitId(qubit.index),
          ...(parent === undefined ? {} : { parent: `c${parent}` }),
          label: `${spaced(markOf(look.state, colours, value))}${siteText(qubit.index, labels)}`,
          colour: look.colour,
          ink: look.ink,
        },
        position: { x: qubit.x * scale, y: qubit.y * scale },
        classes: `qubit ${look.state}`,
      }
    })
  const couplings = backend.couplings
    .filter(([a, b]) => shown.has(a) && shown.has(b))
    .map(([a, b]) => {
      const made = czs.get(pairKey(a, b))
      const value = shownValue(edgeId(a, b), made?.whole ?? null)
      const look = drawn(czColours, value, made?.edge.out_of_service ?? null)
      return {
        data: {
          id: edgeId(a, b),
          source: qubitId(a),
          target: qubitId(b),
          label: markOf(look.state, czColours, value),
          colour: look.colour,
        },
        classes: `coupling ${look.state}`,
      }
    })
  return [...outlines, ...nodes, ...couplings]
}

/** Out of service, or beyond the ends of the scale. */
function markOf(state: string, scale: ColourScale, value: number | null): string {
  if (state === 'out') return '✕'
  return value === null ? '' : beyondMark(scale, value)
}

const spaced = (mark: string): string => (mark === '' ? '' : `${mark} `)

export type Direction = 'up' | 'down' | 'left' | 'right'
const AHEAD: Record<Direction, (dx: number, dy: number) => [number, number]> = {
  up: (dx, dy) => [-dy, dx],
  down: (dx, dy) => [dy, dx],
  left: (dx, dy) => [-dx, dy],
  right: (dx, dy) => [dx, dy],
}

/** The site the arrow key leads to: the nearest one ahead, straying sideways counts double; null at the rim. */
export function siteTowards(
  sites: readonly { index: number; x: number; y: number }[],
  from: number,
  direction: Direction,
): number | null {
  const here = sites.find(site => site.index === from)
  if (!here) return sites[0]?.index ?? null
  const ahead = sites
    .map(site => ({ site, to: AHEAD[direction](site.x - here.x, site.y - here.y) }))
    .filter(({ site, to }) => site.index !== from && to[0] > 0 && Math.abs(to[1]) <= to[0])
    .sort((a, b) => a.to[0] + 2 * Math.abs(a.to[1]) - (b.to[0] + 2 * Math.abs(b.to[1])))
  return ahead[0]?.site.index ?? null
}

/**
 * The part that an arrow key leads to. From a coupling: its qubit in that direction. From a qubit: with `alongCoupling` the
 * coupling in that direction, else the nearest site there. null where there is none.
 */
export function partTowards(
  device: MappedDevice,
  {
    selected,
    direction,
    alongCoupling,
  }: { readonly selected: string | null; readonly direction: Direction; readonly alongCoupling: boolean },
): string | null {
  const at = new Map(device.qubits.map(site => [site.index, site]))
  const edge = selected?.match(/^e(\d+)-(\d+)$/)
  if (edge) {
    const [a, b] = [at.get(Number(edge[1])), at.get(Number(edge[2]))]
    if (!a || !b) return null
    const [ahead] = AHEAD[direction](b.x - a.x, b.y - a.y)
    return ahead === 0 ? null : qubitId(ahead > 0 ? b.index : a.index)
  }
  const here = Number(selected?.match(/^q(\d+)$/)?.[1] ?? Number.NaN)
  const coupled = new Set(device.couplings.flatMap(([a, b]) => (a === here ? [b] : b === here ? [a] : [])))
  const sites = alongCoupling
    ? device.qubits.filter(({ index }) => index === here || coupled.has(index))
    : device.qubits
  const next = siteTowards(sites, here, direction)
  if (next === null) return null
  return alongCoupling && coupled.has(next) ? edgeId(here, next) : qubitId(next)
}
