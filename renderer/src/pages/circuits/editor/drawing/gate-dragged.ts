/** Type of what is dragged from the palette: the name of a gate. */
export const GATE_DRAGGED = 'application/x-pentad-gate'
