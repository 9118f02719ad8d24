import { variableCases } from './outputs.cases'

variableCases(200)
