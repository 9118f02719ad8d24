/** Who receives each value from now on, in the order in which they asked. */
export class Listeners<T> {
  private readonly all = new Set<(value: T) => void>()

  /** Returns what ends it. */
  readonly add = (listener: (value: T) => void): (() => void) => {
    this.all.add(listener)
    return () => this.all.delete(listener)
  }

  notify(value: T): void {
    for (const listener of this.all) listener(value)
  }
}
