/** How cytoscape draws the maps: colours come with the elements, the theme gives outlines, labels and selection. */
import type { StylesheetJson } from 'cytoscape'
import { INKS, type Scheme } from '../charts/colours'
import { FONT } from '../charts/plotly-layout'
import { PITCH } from './calibration-map'

/** Diameter of a site in pixels at scale 1. */
const SITE = 40

export const sites = (scheme: Scheme): StylesheetJson => [
  {
    selector: 'node.qubit',
    style: {
      width: SITE,
      height: SITE,
      'background-color': 'data(colour)',
      color: 'data(ink)',
      label: 'data(label)',
      'font-family': FONT,
      'font-size': 13,
      'text-valign': 'center',
      'text-halign': 'center',
      'text-wrap': 'wrap',
      'border-width': 1.5,
      'border-color': INKS[scheme].quiet,
      'overlay-opacity': 0,
    },
  },
  { selector: 'node.absent', style: { 'border-style': 'dashed', 'border-width': 2 } },
  {
    selector: 'node.out',
    style: { shape: 'rectangle', 'border-style': 'double', 'border-width': 4, 'border-color': INKS[scheme].bad },
  },
]

export const couplings = (scheme: Scheme): StylesheetJson => [
  {
    selector: 'edge.coupling',
    style: {
      width: 7,
      'line-color': 'data(colour)',
      // Keeps the darkest colour apart from the dark ground and the brightest from the light one.
      'line-outline-width': 1,
      'line-outline-color': INKS[scheme].quiet,
      'curve-style': 'straight',
      label: 'data(label)',
      'font-family': FONT,
      'font-size': 13,
      color: INKS[scheme].ink,
      'text-background-color': INKS[scheme].ground,
      'text-background-opacity': 0.9,
      'text-background-padding': '2px',
      'overlay-opacity': 0,
    },
  },
  { selector: 'edge.absent', style: { 'line-style': 'dashed', width: 3, 'line-outline-width': 0 } },
  {
    selector: 'edge.out',
    style: {
      'line-style': 'dotted',
      'line-outline-width': 0,
      width: 3,
      'line-color': INKS[scheme].quiet,
      color: INKS[scheme].bad,
    },
  },
]

export const selection = (scheme: Scheme): StylesheetJson => [
  {
    selector: 'node.qubit:selected',
    style: { 'border-width': 5, 'border-style': 'solid', 'border-color': INKS[scheme].accent },
  },
  {
    selector: 'edge.coupling:selected',
    style: { width: 13, 'line-outline-width': 3, 'line-outline-color': INKS[scheme].accent },
  },
]

const outlines = (scheme: Scheme): StylesheetJson => [
  {
    selector: 'node.chiplet',
    style: {
      shape: 'round-rectangle',
      'background-opacity': 0,
      'border-width': 1.5,
      'border-style': 'dashed',
      'border-color': INKS[scheme].quiet,
      padding: '8px',
      label: 'data(label)',
      'font-family': FONT,
      'font-size': 14,
      color: INKS[scheme].quiet,
      'text-valign': 'top',
      'text-halign': 'center',
      // Half a pitch aside and onto the outline, where no coupling passes.
      'text-margin-x': -PITCH / 2,
      'text-margin-y': 10,
      'text-background-color': INKS[scheme].ground,
      'text-background-opacity': 1,
      'text-background-padding': '1px',
      'overlay-opacity': 0,
      events: 'no',
    },
  },
]

/** Style of the calibration map. */
export const calibrationMapStyle = (scheme: Scheme): StylesheetJson => [
  ...outlines(scheme),
  ...sites(scheme),
  ...couplings(scheme),
  ...selection(scheme),
]
