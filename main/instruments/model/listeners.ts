/** Listeners, which receive each value in the order in which they were added. */
export class Listeners<T> {
  private readonly all = new Set<(value: T) => void>()

  /** Returns a function that removes the listener. */
  readonly add = (listener: (value: T) => void): (() => void) => {
    this.all.add(listener)
    return () => this.all.delete(listener)
  }

  notify(value: T): void {
    for (const listener of this.all) listener(value)
  }
}
