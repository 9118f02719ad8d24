import { garbageCases } from './garbage'
import { cutCases, faultCases } from './wrong-files.cases'

garbageCases('twelve megabytes', 12_000_000)
cutCases(5)
faultCases(400)
