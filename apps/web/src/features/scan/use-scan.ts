import { useQueryClient } from '@tanstack/react-query'
import { type CodeItem, type CodePlace, sanitiseCode, usualReasons } from '@vitrine/contract'
import { useRef, useState } from 'react'
import type { OutputOf } from '../../client/address.ts'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { invalidatePlaces } from '../../client/use-places.ts'
import { showBulkOutcome } from '../../ui/feedback/bulk-outcome.tsx'
import { createRepeatDetector } from '../../ui/scanner/repeat-detector.ts'
import { playSignal } from '../../ui/scanner/signals.ts'
import { useWorkQueue } from '../../ui/scanner/use-work-queue.ts'
import { type EnteredCode, lookUpCode, lookUpItem, type ScanResult } from './look-up-code.ts'

interface ScanState {
  readonly result?: ScanResult
  /** The last item and the last place, so that one can be moved to the other. */
  readonly item?: CodeItem
  readonly place?: CodePlace
  /** Whether the item moves to the next scanned place. */
  readonly isMoving: boolean
  /** The outcome of a move or another action. */
  readonly note?: { readonly tone: 'good' | 'watch' | 'urgent'; readonly text: string } | undefined
}

/** Looks up codes one after the other, and moves the last item to a scanned place. */
export function useScan() {
  const scanState = useLatestState<ScanState>({ isMoving: false })
  const { state, latest, update } = scanState
  const { isHandled, forgetAll } = useHandledCodes()
  const enqueue = useWorkQueue()
  const { showItem, refresh, move } = useItemMoving(scanState)

  /** Moves the item to a scanned place. Other codes do not replace the item meanwhile. */
  const handleWhileMoving = async (item: CodeItem, result: ScanResult) => {
    if (result.kind === 'place') return move(item, result.place)
    // The label of the item may still be in the picture.
    if (result.kind === 'item' && result.item.id === item.id) return
    playSignal('unknown')
    update({ note: { tone: 'watch', text: explainNoPlace(result) } })
  }

  const handleCode = async (entered: EnteredCode) => {
    const result = await lookUpCode(entered)
    const { isMoving, item } = latest()
    if (isMoving && item) return handleWhileMoving(item, result)
    update({ result, note: undefined })
    if (result.kind === 'item') update({ item: result.item })
    if (result.kind === 'place') update({ place: result.place })
    playSignal(signals[result.kind])
  }

  return {
    ...state,
    onCode(scanned: string, isTyped = false) {
      const code = sanitiseCode(scanned)
      if (code !== '' && (isTyped || !isHandled(code))) enqueue(() => handleCode({ code, isTyped }))
    },
    tryAgain({ code, isTyped }: EnteredCode) {
      enqueue(() => handleCode({ code, isTyped }))
    },
    choose: showItem,
    startMoving() {
      // The code of the place may be in the picture already.
      forgetAll()
      update({ isMoving: true, note: undefined })
    },
    cancelMoving: () => update({ isMoving: false, note: undefined }),
    confirm: (text: string) => update({ note: { tone: 'good', text } }),
    move: (item: CodeItem, place: CodePlace) => enqueue(() => move(item, place)),
    refresh: (item: CodeItem) => void refresh(item),
  }
}

export type Scan = ReturnType<typeof useScan>

/** Shows items, and moves one to a place. */
function useItemMoving({ latest, update }: LatestState<ScanState>) {
  const queries = useQueryClient()

  const showItem = (item: CodeItem) =>
    update({ item, result: { kind: 'item', item, code: item.identifier, isTyped: false } })

  /** Shows the new state of a changed item, unless another result is shown meanwhile. */
  const refresh = async (item: CodeItem) => {
    const answer = await lookUpItem(item)
    const { result } = latest()
    const isShown = result?.kind === 'item' && result.item.id === item.id
    if (isShown && answer.kind === 'item') showItem(answer.item)
  }

  const showOutcome = (
    item: CodeItem,
    place: CodePlace,
    { moved, left, importIds }: OutputOf<'POST /places/move'>,
  ) =>
    showBulkOutcome({ count: moved, left, importIds }, `moved to ${place.name}`, () => {
      void invalidatePlaces(queries)
      update({ note: undefined })
      void refresh(item)
    })

  const move = async (item: CodeItem, place: CodePlace) => {
    showItem(item)
    if (item.placeId === place.id) {
      playSignal('twice')
      const text = `It is in ${place.name} already.`
      return update({ isMoving: false, note: { tone: 'good', text } })
    }

    const body = { ids: [item.id], to: place.id, reason: usualReasons[place.kind] }
    try {
      const answer = await call('POST /places/move', { body })
      showOutcome(item, place, answer)
      const text = `Moved to ${place.name}`
      const note = answer.moved > 0 ? ({ tone: 'good', text } as const) : undefined
      update({ isMoving: false, place, note })
      playSignal(note ? 'here' : 'unknown')
      void invalidatePlaces(queries)
      await refresh(item)
    } catch (error) {
      playSignal('failed')
      update({ note: { tone: 'urgent', text: `Not moved. ${getServerMessage(error)}` } })
    }
  }

  return { showItem, refresh, move }
}

function explainNoPlace(result: ScanResult): string {
  if (result.kind === 'failed') return result.problem
  if (result.kind === 'unknown' && result.problem) return result.problem
  const name = result.kind === 'item' ? result.item.identifier : `‘${result.code}’`
  return `${name} is no place. Please scan the code of a place.`
}

/** The signal for each kind of result; signals are named after outcomes of a stocktake's scan. */
const signals = {
  item: 'here',
  place: 'here',
  several: 'twice',
  unknown: 'unknown',
  failed: 'failed',
} as const

interface LatestState<State> {
  readonly state: State
  readonly latest: () => State
  readonly update: (change: Partial<State>) => void
}

/** A state that callbacks can also read before the next rendering. */
function useLatestState<State extends object>(initial: State): LatestState<State> {
  const [state, setState] = useState(initial)
  const latest = useRef(initial)

  return {
    state,
    latest: () => latest.current,
    update(change: Partial<State>): void {
      latest.current = { ...latest.current, ...change }
      setState(latest.current)
    },
  }
}

/** Recognises codes that the camera still sees and that were handled already. */
function useHandledCodes() {
  const repeats = useRef(createRepeatDetector())
  const lastCode = useRef('')

  return {
    isHandled(code: string): boolean {
      const timeMs = Date.now()
      // With two codes in the picture, the last one stays.
      const isLastInSight = repeats.current.isInSight(lastCode.current, timeMs)
      const isRepeat = repeats.current.isRepeat(code, timeMs)
      if (isRepeat && (code === lastCode.current || isLastInSight)) return true
      lastCode.current = code
      return false
    },
    forgetAll(): void {
      repeats.current = createRepeatDetector()
      lastCode.current = ''
    },
  }
}
