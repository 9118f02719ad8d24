import { singleFaultCases } from './experiment.cases'

singleFaultCases(2_000)
