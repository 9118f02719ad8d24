import type { StylesheetJson } from 'cytoscape'
import { couplings, selection, sites } from '../calibration/map-style'
import { INKS, type Scheme } from '../charts/colours'

/** Style of the module map: width says how often a coupling is used. */
export const moduleMapStyle = (scheme: Scheme): StylesheetJson => [
  ...sites(scheme),
  { selector: 'node.qubit', style: { 'font-weight': 'bold', 'font-size': 15 } },
  ...couplings(scheme),
  { selector: 'edge.coupling', style: { 'font-size': 16 } },
  { selector: 'edge.used', style: { width: 'data(width)', 'line-color': INKS[scheme].quiet, 'line-outline-width': 0 } },
  {
    selector: 'edge.idle',
    style: { width: 'data(width)', 'line-style': 'dashed', 'line-color': INKS[scheme].line, 'line-outline-width': 0 },
  },
  ...selection(scheme),
]
