import { randomFigureCases } from './branch-and-bound.cases'

randomFigureCases(2)
