/** Statuses with their legal moves; a status without moves is terminal. */
export interface StateMachine<Status extends string> {
  readonly statuses: readonly Status[]
  mayMove(from: Status, to: Status): boolean
  isTerminal(status: Status): boolean
}

export const createStateMachine = <Status extends string>(
  moves: Readonly<Record<Status, readonly Status[]>>,
): StateMachine<Status> => ({
  statuses: Object.keys(moves) as Status[],
  mayMove: (from, to) => moves[from].includes(to),
  isTerminal: status => moves[status].length === 0,
})
