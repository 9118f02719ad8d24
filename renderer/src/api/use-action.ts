/** A request that a button or form sends, with its state: running, failed, or done. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type ApiProblem, problemFrom } from './transport/problem'

export interface Action<Args extends unknown[]> {
  /**
   * Resolves to true on success and false on failure, never rejects. A call while running does nothing and resolves to
   * false.
   */
  readonly run: (...args: Args) => Promise<boolean>
  readonly running: boolean
  readonly error: ApiProblem | null
  readonly forget: () => void
}

/** Wraps a call that a button starts, so that its failure is shown instead of lost. */
export function useAction<Args extends unknown[]>(send: (...args: Args) => Promise<unknown>): Action<Args> {
  const { mutateAsync, isPending, error, reset } = useMutation<unknown, ApiProblem, Args>({
    mutationFn: args =>
      send(...args).catch(thrown => {
        throw problemFrom(thrown)
      }),
  })
  /** `isPending` turns true only at the next render, and a second press may come before that. */
  const busy = useRef(false)
  /** The pressed button, which gets the focus back: it loses the focus while it is disabled. */
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (isPending) return
    const button = pressed.current
    pressed.current = null
    if (document.activeElement === document.body && button instanceof HTMLElement) button.focus({ preventScroll: true })
  }, [isPending])
  const run = async (...args: Args) => {
    if (busy.current) return false
    busy.current = true
    pressed.current = document.activeElement
    const done = await mutateAsync(args).then(
      () => true,
      () => false,
    )
    busy.current = false
    return done
  }
  return { run, running: isPending, error, forget: reset }
}
