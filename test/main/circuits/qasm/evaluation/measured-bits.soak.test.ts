import { outcomeCases } from './measured-bits.cases'

outcomeCases(400)
