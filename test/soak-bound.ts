/**
 * A set-up file of the soak: a test that would begin after PENTAD_SOAK_UNTIL (milliseconds since 1970, set by `npm run soak`) is
 * skipped and says so. A slow machine reaches fewer of them within the bound, each time others, as their order is drawn.
 */
import { beforeEach } from 'vitest'

const until = Number(process.env.PENTAD_SOAK_UNTIL ?? Number.POSITIVE_INFINITY)

beforeEach(({ skip }) => skip(Date.now() > until, 'Not reached within the bound of the soak'))
