/** Statuses with their legal moves; a status without moves is terminal. */
export interface StateMachine<Status extends string> {
  readonly statuses: readonly Status[]
  /** Those that are not terminal. */
  readonly open: readonly Status[]
  mayMove(from: Status, to: Status): boolean
  isTerminal(status: Status): boolean
}

export function createStateMachine<Status extends string>(
  moves: Readonly<Record<Status, readonly Status[]>>,
): StateMachine<Status> {
  const statuses = Object.keys(moves) as Status[]
  const isTerminal = (status: Status): boolean => moves[status].length === 0
  return {
    statuses,
    open: statuses.filter(status => !isTerminal(status)),
    mayMove: (from, to) => moves[from].includes(to),
    isTerminal,
  }
}
