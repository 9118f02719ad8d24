/** The state at the moment of the slider: fetched a moment after the last edit; older requests are aborted. */
import { useDeferredValue, useMemo, useState } from 'react'
import type { CircuitState } from '../../../../../main/contract/jobs/circuit-state'
import { routes } from '../../../../../main/contract/routes'
import type { ApiProblem } from '../../../api/transport/problem'
import { useApi } from '../../../api/use-api'
import { useDebounced } from '../../../api/use-debounced'
import {
  type Asked,
  type HeldOutcome,
  type StateQuestion,
  stateQuestion,
} from '../../../draw/circuit-state/state-question'
import type { Editor } from '../editor/state/use-editor'

/** Milliseconds without a change before the state is fetched. */
const PAUSE_MS = 40

export interface LiveState {
  readonly isShown: boolean
  /** Whether each wire of the drawing ends in how probable 1 is there. */
  readonly isOnWires: boolean
  /** Steps of earlier moments have happened; from 0 up to the depth of the drawing. */
  readonly moment: number
  readonly depth: number
  readonly inputs: readonly string[]
  readonly parameters: Readonly<Record<string, number>>
  /** Why no state can be asked for; null where it can. */
  readonly reason: string | null
  readonly state: AnsweredState | null
  readonly problem: ApiProblem | null
  /** Whether the state is of an earlier text or moment. */
  readonly isStale: boolean
  readonly held: readonly HeldOutcome[]
  show(isShown: boolean): void
  showOnWires(isOnWires: boolean): void
  goTo(moment: number): void
  setParameter(name: string, value: number): void
  /** null: all outcomes again. */
  hold(measurement: Omit<HeldOutcome, 'outcome'>, outcome: 0 | 1 | null): void
  releaseAll(): void
}

/** A state with the question it answers. */
export interface AnsweredState extends CircuitState {
  readonly asked: StateQuestion
  /** Program of the draft's history; the state of another is not shown. */
  readonly program: number
}

const NO_INPUTS: readonly string[] = []
const NOTHING: Asked = { reason: 'There is no circuit yet.' }

export function useLiveState(editor: Editor | null): LiveState {
  const [isShown, show] = useState(true)
  const [isOnWires, showOnWires] = useState(true)
  const [chosen, setChosen] = useState<number | null>(null)
  const [held, setHeld] = useState<readonly HeldOutcome[]>([])
  const [parameters, setParameters] = useState<Readonly<Record<string, number>>>({})
  const [known, setKnown] = useState(editor?.program)
  const { call } = useApi()
  // For another program, no outcome is pinned, and the state at its end is shown.
  if (editor !== null && known !== editor.program) {
    setKnown(editor.program)
    setChosen(null)
    setHeld([])
  }
  // Deferred, so that the frame of a gesture does not wait for the question.
  const { view = null, grid = null, program = 0 } = useDeferredValue(editor) ?? {}
  const depth = grid?.depth ?? 0
  const moment = chosen === null ? depth : Math.min(chosen, depth)
  const asked = useMemo(
    () => (view && grid ? stateQuestion({ view, grid, moment, held, parameters }) : NOTHING),
    [view, grid, moment, held, parameters],
  )
  const question = 'question' in asked && isShown ? asked.question : null
  const { reply, problem, stale } = useDebounced(
    question,
    async (asked, signal): Promise<AnsweredState> => ({
      ...(await call(routes.circuitState, { body: asked.request }, signal)),
      asked,
      program,
    }),
    PAUSE_MS,
  )
  const inputs = view?.document.program?.inputs ?? NO_INPUTS
  const reason = 'reason' in asked ? asked.reason : null
  const state = question === null || reply?.program !== editor?.program ? null : reply
  const refused = question === null || stale ? null : problem
  // The same object until something of it changes: the panel is drawn again only then.
  return useMemo(
    () => ({
      isShown,
      isOnWires,
      moment,
      depth,
      parameters,
      held,
      show,
      showOnWires,
      inputs,
      reason,
      state,
      problem: refused,
      isStale: stale,
      goTo: to => setChosen(to >= depth ? null : Math.max(0, to)),
      setParameter: (name, value) => setParameters({ ...parameters, [name]: value }),
      hold: (measurement, outcome) => {
        const others = held.filter(one => !isSame(one, measurement))
        setHeld(outcome === null ? others : [...others, { ...measurement, outcome }])
      },
      releaseAll: () => setHeld([]),
    }),
    [isShown, isOnWires, moment, depth, parameters, held, inputs, reason, state, refused, stale],
  )
}

const isSame = (a: Omit<HeldOutcome, 'outcome'>, b: Omit<HeldOutcome, 'outcome'>): boolean =>
  a.instruction === b.instruction && a.position === b.position
