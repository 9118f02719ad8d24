/** A table with a status: rows are inserted once, then moved where the state machine allows it. */
interface Moving<New, Status, Change> {
  /** Resolves once the row is on disk, as does `move`. */
  insert(row: New): Promise<void>
  /** False where the move is not legal. */
  move(id: string, to: Status, change?: Change): Promise<boolean>
}

/** The same table, announcing every row that is inserted or moved once it is on disk. */
export const withAnnouncements = <New, Status, Change, T extends Moving<New, Status, Change>>(
  table: T & Moving<New, Status, Change>,
  idOf: (row: New) => string,
  announce: (id: string) => void,
): T => ({
  ...table,
  async insert(row: New): Promise<void> {
    await table.insert(row)
    announce(idOf(row))
  },
  async move(id: string, to: Status, change?: Change): Promise<boolean> {
    const moved = await table.move(id, to, change)
    if (moved) announce(id)
    return moved
  },
})

const EVERY_MS = 100

/** Announces the progress of one id at most ten times a second; a change of id is announced at once. */
export function tenTimesASecond(announce: (id: string) => void, now: () => number): (id: string) => void {
  let last = { id: '', at: 0 }
  return id => {
    if (id === last.id && Math.abs(now() - last.at) < EVERY_MS) return
    last = { id, at: now() }
    announce(id)
  }
}
