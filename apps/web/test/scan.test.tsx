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
const ambiguousNumber = '13'
const failingCode = 'broken'

const answersByCode: Record<string, CodeAnswer> = {
  'LG-024': { kind: 'item', item: jug },
  'LG-025': { kind: 'item', item: { ...jug, id: 125, identifier: 'LG-025', archived: true } },
  'K-7': { kind: 'place', place: box },
  Depot: { kind: 'unknown', problem: 'Several places are called ‘Depot’.' },
  [ambiguousNumber]: {
    kind: 'several',
    items: [jug, { ...jug, id: 13, identifier: 'LM-013' }],
    // One more than are listed.
    count: 3,
  },
}

/**
 * Opens the screen with a server that knows the codes above, moves the jug to the box and saves
 * comments and condition checks; returns the bodies of the moves.
 */
function openScan() {
  const moves: unknown[] = []
  openScreen('/scan', {})
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, location.origin)
    switch (pathname) {
      case '/api/places/move':
        moves.push(JSON.parse(String(body)))
        return Response.json({ moved: 1, unchanged: 0, left: [], importIds: [5] })
      case '/api/inventory/add-comment':
      case '/api/inventory/add-condition':
        return Response.json({ id: 9 })
      case '/api/search/code':
        return answerCode(searchParams.get('code') ?? '', moves.length > 0)
      default:
        // The other calls of the screen stay unanswered.
        return new Promise(() => undefined)
    }
  })
  return moves
}

function answerCode(code: string, isJugMoved: boolean): Response {
  if (code === failingCode) return Response.json({ message: rejectionMessage }, { status: 500 })

  // After a move, the screen reads the jug again by the address on its label.
  const answer = code.endsWith('/art/24') ? answersByCode['LG-024'] : answersByCode[code]
  if (answer?.kind === 'item' && isJugMoved) {
    const movedJug = { ...jug, placeId: box.id, place: 'Depot › Kiste 7' }
    return Response.json({ ...answer, item: movedJug })
  }
  return Response.json(answer ?? { kind: 'unknown' })
}

/** Types a code instead of scanning it. */
async function enterCode(code: string) {
  fireEvent.change(await screen.findByLabelText('Or type a number or code'), {
    target: { value: code },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Enter' }))
}

const lastScan = () => within(screen.getByRole('region', { name: 'Last scan' }))
const pressInLastScan = (name: string) => fireEvent.click(lastScan().getByRole('button', { name }))
/** Lists the labels of the links, then those of the buttons. */
const listActions = () =>
  [...lastScan().queryAllByRole('link'), ...lastScan().queryAllByRole('button')].map(
    ({ textContent }) => textContent,
  )

test('a typed number shows the item, its place and what can be done with it', async () => {
  openScan()
  await enterCode('LG-024')
  await lastScan().findByText('La Grange › Saal 3')
  expect(listActions()).toEqual(['Open', 'Move…', 'Photo', 'Comment', 'Check condition'])
  expect(lastScan().getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
    '/inventory-detail/124',
  )
})

test('an archived item can only be opened', async () => {
  openScan()
  await enterCode('LG-025')
  await lastScan().findByText('Archived')
  expect(listActions()).toEqual(['Open'])
})

test('a place shows its path, and offers to move the item scanned before into it', async () => {
  const moves = openScan()
  await enterCode('K-7')
  await lastScan().findByText('Depot')
  expect(listActions()).toEqual(['Open'])

  await enterCode('LG-024')
  await lastScan().findByText('LG-024')
  await enterCode('K-7')
  await waitFor(() => expect(listActions()).toEqual(['Open', 'Move LG-024 here']))

  pressInLastScan('Move LG-024 here')
  await lastScan().findByText('Moved to Kiste 7')
  expect(await lastScan().findByText('Depot › Kiste 7')).toBeTruthy()
  expect(moves).toEqual([{ ids: [jug.id], to: box.id, reason: 'store' }])
})

test('after Move… only the code of a place ends the move', async () => {
  const moves = openScan()
  await enterCode('LG-024')
  await lastScan().findByText('LG-024')
  pressInLastScan('Move…')

  await enterCode('LG-025')
  await lastScan().findByText('LG-025 is no place. Please scan the code of a place.')
  await enterCode('nowhere')
  await lastScan().findByText('‘nowhere’ is no place. Please scan the code of a place.')
  await enterCode('Depot')
  await lastScan().findByText('Several places are called ‘Depot’.')
  expect(moves).toEqual([])

  await enterCode('K-7')
  await screen.findByText(/One item moved to Kiste 7/)
  expect(moves).toEqual([{ ids: [jug.id], to: box.id, reason: 'store' }])
  await lastScan().findByText('Depot › Kiste 7')
  expect(listActions()).toEqual(['Open', 'Move…', 'Photo', 'Comment', 'Check condition'])
})

test('an unknown code is shown as text, never as a link', async () => {
  openScan()
  await enterCode('https://other.example/login')
  await lastScan().findByText('https://other.example/login')
  expect(lastScan().queryAllByRole('link')).toEqual([])
  expect(listActions()).toEqual(['Search'])
})

test('several items with the same number are offered to choose from', async () => {
  openScan()
  await enterCode(ambiguousNumber)
  await lastScan().findByText('and 1 more: type the whole number.')
  fireEvent.click(lastScan().getByRole('button', { name: /LM-013/ }))
  await lastScan().findByText('La Grange › Saal 3')
  expect(listActions()).toContain('Move…')
})

test('a failed lookup says why and offers to try again', async () => {
  openScan()
  await enterCode(failingCode)
  await lastScan().findByText(rejectionMessage)
  expect(listActions()).toEqual(['Try again'])
})

test('a saved comment is confirmed below the item', async () => {
  openScan()
  await enterCode('LG-024')
  await lastScan().findByText('LG-024')
  pressInLastScan('Comment')
  fireEvent.change(await screen.findByLabelText('New comment'), { target: { value: 'Chipped' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Comment' }))
  const confirmation = await screen.findByText('The comment on LG-024 was saved.')
  expect(confirmation.closest('[role=status]')).toBeTruthy()
})

test('a saved condition is confirmed below the item', async () => {
  openScan()
  await enterCode('LG-024')
  await lastScan().findByText('LG-024')
  pressInLastScan('Check condition')
  fireEvent.click(await screen.findByText('Good'))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The condition of LG-024 was saved.')
})

/** Makes the start of the camera fail. */
function stubFailingCamera(errorName: string) {
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

test('without a camera, a note says so and the field for typing comes first', async () => {
  stubFailingCamera('NotFoundError')
  openScan()
  await screen.findByText('This device has no camera. You can type the numbers.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await isFieldBeforeResult()).toBe(true)
})

test('a camera without permission is reported in an alert above the result', async () => {
  stubFailingCamera('NotAllowedError')
  openScan()
  expect((await screen.findByRole('alert')).textContent).toMatch(/may not use the camera/)
  expect(await isFieldBeforeResult()).toBe(false)
})
