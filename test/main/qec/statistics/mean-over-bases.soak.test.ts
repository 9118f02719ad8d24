import { coverageCases } from './mean-over-bases.cases'

coverageCases(200)
