/** The object without its fields that are undefined, which exact optional types refuse and which would hide others in a spread. */
export const definedFields = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
