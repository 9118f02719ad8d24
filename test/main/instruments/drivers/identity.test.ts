import { describe, expect, it } from 'vitest'
import type { TwinOptions } from '../../../../main/twins/model/byte-twin'
import { connect } from '../connected'
import { TABLE } from '../table'

/** A DC205 whose *IDN? is answered otherwise. */
const calling = (said: (identity: string) => string) => {
  const row = TABLE.find(({ driver }) => driver === 'srs-dc205')!
  const other = (options: TwinOptions) => {
    const twin = row.twin(options)
    const changed = (bytes: Uint8Array) =>
      Buffer.from(
        Buffer.from(bytes)
          .toString('latin1')
          .replace(/^Stanford.*/, identity => said(identity)),
        'latin1',
      )
    return { ...twin, onSend: (listen: (bytes: Uint8Array) => void) => twin.onSend(bytes => listen(changed(bytes))) }
  }
  return { ...row, twin: other }
}

describe('an instrument', () => {
  it('is known with blanks in the place of the underscores of its vendor', async () => {
    const { instrument } = await connect(calling(identity => identity.replaceAll('_', ' ')))
    expect(instrument.identity).toMatchObject({ vendor: 'Stanford Research Systems', serial_number: '00142' })
    await instrument.close()
  })

  it('of another model than its driver expects is a mismatch, with what was expected and what was answered', async () => {
    await expect(connect(calling(identity => identity.replace('DC205', 'DC 205')))).rejects.toMatchObject({
      fault: 'identity_mismatch',
      message: expect.stringMatching(
        /^srs-dc205: its answer Stanford_Research_Systems,DC 205,s\/n00142,ver1.00 is not in the form ".*DC205.*"$/,
      ),
      remedy: expect.stringContaining('choose the driver of the model that answers'),
    })
  })

  it('whose identity is no text, as at a wrong baud rate, is out of step', async () => {
    await expect(connect(calling(() => '\xf0\x81\xfe'))).rejects.toMatchObject({ fault: 'resync_failed' })
  })
})
