import { afterAll } from 'vitest'
import { openMemoryStore } from '../../store/memory-store'
import { openLab } from '../laboratory'
import { choiceCases, executions, OTHER_CHOICES } from './choices.cases'

const store = openMemoryStore()
const runs = openLab({ store })
afterAll(async () => {
  await runs.stop()
  store.close()
})

choiceCases(OTHER_CHOICES, runs, executions(runs))
