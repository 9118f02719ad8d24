import { describe, expect, it } from 'vitest'
import {
  addressToAsk,
  asAnswered,
  checkedDraft,
  type Driver,
  draftOfFound,
  idOf,
  modelsText,
  NEW_INSTRUMENT,
  withDriver,
} from '../../../../../renderer/src/pages/instruments/add/instrument-draft'

const driver: Driver = {
  driver: 'srs-dc205',
  vendor: 'SRS',
  models: ['DC205'],
  role: 'voltage_source',
  manual: 'shelf 3',
  source: 'program',
  transports: ['serial', 'twin'],
  tcp_port: null,
  options: {},
  parameters: [],
  sha256: 'a',
} as Driver

describe('the draft of an instrument', () => {
  it('takes name, id and role from its driver, and keeps what was typed', () => {
    expect(withDriver(NEW_INSTRUMENT, driver)).toMatchObject({
      label: 'SRS DC205',
      id: 'srs-dc205',
      role: 'flux_bias',
      kind: 'serial',
    })
    expect(withDriver({ ...NEW_INSTRUMENT, label: 'Magnet', id: 'magnet' }, driver)).toMatchObject({
      label: 'Magnet',
      id: 'magnet',
    })
  })

  it('takes name, id and twin of another driver that is chosen then, and keeps what was typed', () => {
    const gauge = {
      ...driver,
      driver: 'tpg',
      vendor: 'Pfeiffer',
      models: ['TPG361', 'TPG362'],
      role: 'gauge',
    } as Driver
    const proposed = withDriver({ ...NEW_INSTRUMENT, kind: 'twin' }, driver)
    expect(withDriver(proposed, gauge, driver)).toMatchObject({
      label: 'Pfeiffer TPG361',
      id: 'pfeiffer-tpg361',
      place: 'pfeiffer-tpg361',
      role: 'gauge',
    })
    const typed = { ...proposed, label: 'Insulation vacuum', place: 'vacuum' }
    expect(withDriver(typed, gauge, driver)).toMatchObject({
      label: 'Insulation vacuum',
      id: 'insulation-vacuum',
      place: 'vacuum',
    })
  })

  it('lists the models of a driver, or their series where they are many', () => {
    expect(modelsText(['TPG361', 'TPG362'])).toBe('TPG361, TPG362')
    const many = ['RUDAT-6000-30', 'RUDAT-6000-60', 'RUDAT-4000-120', 'RCDAT-6000-30', 'RCDAT-6000-63', 'RCDAT-8000-30']
    expect(modelsText(many)).toBe('RUDAT-…, RCDAT-… (6 models)')
  })

  it('takes name, id and serial number from who answers, unless they were typed', () => {
    const identity = { vendor: 'SRS_Inc', model: 'DC205-X', serial_number: '00142', firmware: null }
    const proposed = { ...withDriver(NEW_INSTRUMENT, driver), kind: 'serial' as const }
    expect(asAnswered(proposed, identity, driver)).toMatchObject({
      label: 'SRS Inc DC205-X',
      id: 'srs-inc-dc205-x',
      serial_number: '00142',
    })
    const typed = { ...proposed, label: 'Magnet', id: 'magnet', serial_number: '7' }
    expect(asAnswered(typed, identity, driver)).toEqual(typed)
    const ofTwin = asAnswered({ ...proposed, kind: 'twin' }, identity, driver)
    expect(ofTwin).toMatchObject({ label: 'SRS Inc DC205-X', serial_number: '' })
  })

  it('is read as the service reads it', () => {
    const draft = { ...withDriver(NEW_INSTRUMENT, driver), kind: 'twin' as const, place: 'magnet' }
    const checked = checkedDraft(draft, [])
    expect(checked).toMatchObject({ ok: true, instrument: { address: { kind: 'twin', name: 'magnet' } } })
  })

  it('says at each field what is wrong', () => {
    const draft = { ...NEW_INSTRUMENT, id: 'Dac!', label: ' ', kind: 'tcp' as const, host: 'a b', port: 'x' }
    const checked = checkedDraft(draft, [])
    expect(checked.ok).toBe(false)
    expect(Object.keys(checked.ok ? {} : checked.faults).sort()).toEqual(['driver', 'host', 'id', 'label', 'port'])
    expect(checked.ok ? {} : checked.faults).toMatchObject({ label: 'Type a name, such as Flux DAC.' })
    const taken = checkedDraft(withDriver(NEW_INSTRUMENT, driver), ['srs-dc205'])
    expect(taken).toMatchObject({ ok: false, faults: { id: 'The lab has an instrument srs-dc205 already.' } })
  })

  it('takes the numbers that its driver file names, and no others for them', () => {
    const sim = withDriver({ ...NEW_INSTRUMENT, place: '/dev/ttyS0' }, { ...driver, options: { slot: 4 } })
    expect(checkedDraft(sim, [])).toMatchObject({ ok: true, instrument: { driver: 'srs-dc205' } })
    const fifth = checkedDraft({ ...sim, options: { slot: '5' } }, [])
    expect(fifth).toMatchObject({ ok: true, instrument: { options: { slot: 5 } } })
    for (const slot of ['', 'x', '256', '1.5'])
      expect(checkedDraft({ ...sim, options: { slot } }, [])).toMatchObject({
        ok: false,
        faults: { 'options.slot': expect.any(String) },
      })
    expect(withDriver({ ...sim, options: { slot: '5' } }, driver).options).toEqual({})
  })

  it('leaves the port of what was found to its serial number', () => {
    const found = {
      kind: 'serial' as const,
      path: '/dev/ttyUSB0',
      vendor_id: '0403',
      product_id: '6001',
      usb_serial_number: null,
      description: 'FTDI',
      candidates: ['srs-dc205'],
      driver: 'srs-dc205',
      problem: null,
      identity: { vendor: 'SRS', model: 'DC205', serial_number: '142', firmware: null },
    }
    expect(draftOfFound(found)).toMatchObject({ place: '', serial_number: '142', driver: 'srs-dc205', id: 'srs-dc205' })
    expect(draftOfFound({ ...found, identity: null })).toMatchObject({ place: '/dev/ttyUSB0', serial_number: '' })
    const unnamed = { ...found, identity: null, driver: null, candidates: [], usb_serial_number: 'FT42' }
    expect(draftOfFound(unnamed)).toMatchObject({ place: '/dev/ttyUSB0', serial_number: '', driver: '' })
  })

  it('asks what was found at the port where it was seen, and nobody where neither a port nor a find says where', () => {
    const open = { kind: 'serial' as const, path: null }
    const seen = { ...NEW_INSTRUMENT, found_at: '/dev/ttyUSB0' }
    expect(addressToAsk(seen, open)).toEqual({ kind: 'serial', path: '/dev/ttyUSB0' })
    expect(addressToAsk(seen, { kind: 'serial', path: '/dev/ttyS1' })).toEqual({ kind: 'serial', path: '/dev/ttyS1' })
    expect(addressToAsk(NEW_INSTRUMENT, open)).toBeNull()
    expect(addressToAsk(seen, { kind: 'twin', name: 'magnet' })).toEqual({ kind: 'twin', name: 'magnet' })
  })

  it('makes an id of any name', () => expect(idOf(' QDevil QDAC-II (rack 2) ')).toBe('qdevil-qdac-ii-rack-2'))
})
