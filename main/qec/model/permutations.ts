/** Every order of the items, in lexicographic order of the items' positions. */
export const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map(rest => [item, ...rest]))
