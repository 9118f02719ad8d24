import { PLACES } from '../fixtures/layouts'
import { keptCases, noiselessCases, singleFaultCases } from './experiment.cases'

singleFaultCases(2_000, PLACES)
noiselessCases(PLACES)
keptCases(PLACES)
