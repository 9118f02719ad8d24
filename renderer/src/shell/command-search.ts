interface Searchable {
  readonly name: string
  readonly about: string
}

/** Commands whose name or description contains every word of the query; matches in the name come first. */
export function commandsFor<T extends Searchable>(query: string, commands: readonly T[]): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every(word => text.toLowerCase().includes(word))
  const named = commands.filter(({ name }) => has(name))
  const described = commands.filter(command => !named.includes(command) && has(`${command.name} ${command.about}`))
  return [...named, ...described]
}
