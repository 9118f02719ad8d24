import { garbageCases } from './garbage'

garbageCases('twelve megabytes', 12_000_000)
