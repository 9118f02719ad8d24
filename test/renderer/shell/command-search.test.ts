import { expect, it } from 'vitest'
import { commandsFor } from '../../../renderer/src/shell/command-search'

const commands = [
  { name: 'Dashboard', about: 'last runs and jobs' },
  { name: 'Jobs', about: 'circuits and results' },
  { name: 'Start a run', about: 'encoded experiment' },
]
const names = (query: string) => commandsFor(query, commands).map(command => command.name)

it('an empty query offers everything in its order', () => {
  expect(names('  ')).toEqual(['Dashboard', 'Jobs', 'Start a run'])
})

it('hits in the name stand before hits in the description', () => {
  expect(names('job')).toEqual(['Jobs', 'Dashboard'])
})

it('every word must be found, in any case and order', () => {
  expect(names('RUN start')).toEqual(['Start a run'])
  expect(names('run circuits')).toEqual([])
})
