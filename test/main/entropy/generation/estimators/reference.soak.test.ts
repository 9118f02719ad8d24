import { bitCases, symbolCases } from './reference.cases'

symbolCases([2, 2, 3, 7, 200], 2_500)
// Beyond the 100,000 entries of an order of MultiMMC too, as some 110,000 pairs of 16 bits and the next one occur.
bitCases(300_000)
