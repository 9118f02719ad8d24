import { describe } from 'vitest'
import { endingCases, PROTOCOLS, STAR } from './replay.cases'

describe.each(PROTOCOLS)('a replay under %s', protocol => {
  endingCases(protocol, 'the star', STAR)
})
