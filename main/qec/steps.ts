/** Runs a pausing computation to its end without a pause. */
export function withoutPauses<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
