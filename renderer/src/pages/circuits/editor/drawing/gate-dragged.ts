/** MIME type of a drag from the palette; its data is the name of the gate. */
export const GATE_DRAGGED = 'application/x-pentad-gate'
