import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CodeAnswer, CodeItem, CodePlace } from '@vitrine/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { closeScreen, openScreen, rejectionMessage } from './open-screen.tsx'

afterEach(closeScreen)

const jug: CodeItem = {
  id: 124,
  type: 'art',
  identifier: 'LG-024',
  name: 'Krug',
  picture: '',
  placeId: 3,
  place: 'La Grange › Saal 3',
  public: true,
  archived: false,
}
const box: CodePlace = { id: 7, name: 'Kiste 7', kind: 'box', within: 'Depot', archived: false }
const answers: Record<string, CodeAnswer> = {
  'LG-024': { kind: 'item', item: jug },
  'LG-025': { kind: 'item', item: { ...jug, id: 125, identifier: 'LG-025', archived: true } },
  'K-7': { kind: 'place', place: box },
  Depot: { kind: 'unknown', problem: 'Several places are called ‘Depot’.' },
  '13': { kind: 'several', items: [jug, { ...jug, id: 13, identifier: 'LM-013' }], count: 3 },
}

/** Opens the screen with a server that knows these codes; returns the bodies of the moves. */
function openScan() {
  const moves: unknown[] = []
  let isMoved = false
  openScreen('/scan', {})
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const url = new URL(address, location.origin)
    if (url.pathname === '/api/places/move') {
      moves.push(JSON.parse(String(body)))
      isMoved = true
      return Response.json({ moved: 1, unchanged: 0, left: [], importIds: [5] })
    }
    if (url.pathname === '/api/inventory/add-comment') return Response.json({ id: 9 })
    if (url.pathname === '/api/inventory/add-condition') return Response.json({ id: 9 })
    if (url.pathname !== '/api/search/code') return new Promise(() => undefined)
    const code = url.searchParams.get('code') ?? ''
    if (code === 'broken') return Response.json({ message: rejectionMessage }, { status: 500 })
    // The label of the jug, by which the screen reads it again.
    const answer = code.endsWith('/art/24') ? answers['LG-024'] : answers[code]
    if (answer?.kind === 'item' && isMoved)
      return Response.json({ ...answer, item: { ...jug, placeId: 7, place: 'Depot › Kiste 7' } })
    return Response.json(answer ?? { kind: 'unknown' })
  })
  return moves
}

async function enter(code: string) {
  fireEvent.change(await screen.findByLabelText('Or type a number or code'), {
    target: { value: code },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Enter' }))
}

const lastScan = () => within(screen.getByRole('region', { name: 'Last scan' }))
const press = (name: string) => fireEvent.click(lastScan().getByRole('button', { name }))
const listButtons = () =>
  [...lastScan().queryAllByRole('link'), ...lastScan().queryAllByRole('button')].map(
    ({ textContent }) => textContent,
  )

test('a typed number shows the item, its place and what can be done with it', async () => {
  openScan()
  await enter('LG-024')
  await lastScan().findByText('La Grange › Saal 3')
  expect(listButtons()).toEqual(['Open', 'Move…', 'Photo', 'Comment', 'Check condition'])
  expect(lastScan().getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
    '/inventory-detail/124',
  )
  await enter('LG-025')
  await lastScan().findByText('Archived')
  expect(listButtons()).toEqual(['Open'])
})

test('a place shows its path, and takes the item scanned before', async () => {
  const moves = openScan()
  await enter('K-7')
  await lastScan().findByText('Depot')
  expect(listButtons()).toEqual(['Open'])
  await enter('LG-024')
  await lastScan().findByText('LG-024')
  await enter('K-7')
  await waitFor(() => expect(listButtons()).toEqual(['Open', 'Move LG-024 here']))
  press('Move LG-024 here')
  await lastScan().findByText('Moved to Kiste 7')
  expect(await lastScan().findByText('Depot › Kiste 7')).toBeTruthy()
  expect(moves).toEqual([{ ids: [124], to: 7, reason: 'store' }])
})

test('after Move… the next place moves the item, and other codes do not replace it', async () => {
  const moves = openScan()
  await enter('LG-024')
  await lastScan().findByText('LG-024')
  press('Move…')
  await enter('LG-025')
  await lastScan().findByText('LG-025 is no place. Please scan the code of a place.')
  await enter('nowhere')
  await lastScan().findByText('‘nowhere’ is no place. Please scan the code of a place.')
  await enter('Depot')
  await lastScan().findByText('Several places are called ‘Depot’.')
  expect(moves).toEqual([])
  await enter('K-7')
  await screen.findByText(/One item moved to Kiste 7/)
  expect(moves).toEqual([{ ids: [124], to: 7, reason: 'store' }])
  await lastScan().findByText('Depot › Kiste 7')
  expect(listButtons()).toEqual(['Open', 'Move…', 'Photo', 'Comment', 'Check condition'])
})

test('an unknown code is shown as text, never as a link', async () => {
  openScan()
  await enter('https://other.example/login')
  await lastScan().findByText('https://other.example/login')
  expect(lastScan().queryAllByRole('link')).toEqual([])
  expect(listButtons()).toEqual(['Search'])
})

test('one of several items with a number can be chosen', async () => {
  openScan()
  await enter('13')
  await lastScan().findByText('and 1 more: type the whole number.')
  fireEvent.click(lastScan().getByRole('button', { name: /LM-013/ }))
  await lastScan().findByText('La Grange › Saal 3')
  expect(listButtons()).toContain('Move…')
})

test('a failed lookup says why and can be repeated', async () => {
  openScan()
  await enter('broken')
  await lastScan().findByText(rejectionMessage)
  expect(listButtons()).toEqual(['Try again'])
})

test('a saved comment is confirmed below the item', async () => {
  openScan()
  await enter('LG-024')
  await lastScan().findByText('LG-024')
  press('Comment')
  fireEvent.change(await screen.findByLabelText('New comment'), { target: { value: 'Chipped' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Comment' }))
  const saved = await screen.findByText('The comment on LG-024 was saved.')
  expect(saved.closest('[role=status]')).toBeTruthy()
})

test('a saved condition is confirmed below the item', async () => {
  openScan()
  await enter('LG-024')
  await lastScan().findByText('LG-024')
  press('Check condition')
  fireEvent.click(await screen.findByText('Good'))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The condition of LG-024 was saved.')
})

/** A device whose camera cannot be started. */
function stubCamera(errorName: string) {
  const getUserMedia = async () => {
    throw new DOMException('', errorName)
  }
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia },
    configurable: true,
  })
}

const isFieldBeforeResult = async () => {
  const field = await screen.findByLabelText('Or type a number or code')
  const result = screen.getByRole('region', { name: 'Last scan' })
  return field.compareDocumentPosition(result) === Node.DOCUMENT_POSITION_FOLLOWING
}

test('a device without a camera gets a note and the field for typing first', async () => {
  stubCamera('NotFoundError')
  openScan()
  await screen.findByText('This device has no camera. You can type the numbers.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await isFieldBeforeResult()).toBe(true)
})

test('a refused camera is an alert', async () => {
  stubCamera('NotAllowedError')
  openScan()
  expect((await screen.findByRole('alert')).textContent).toMatch(/may not use the camera/)
  expect(await isFieldBeforeResult()).toBe(false)
})
