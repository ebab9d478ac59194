import { seconds } from './clock.ts'

const intervalMs = seconds(1)
const ticksAfterWork = 5

interface Work {
  readonly begin?: () => void
  readonly everySecond?: () => void
  readonly end?: () => void
}

export interface WhileBusy {
  /** There is something to do. */
  note(): void
  stop(): void
}

/** Runs a timer while there is something to do and for five seconds longer, so that an idle process can sleep. */
export function whileBusy({ begin, everySecond, end }: Work): WhileBusy {
  let timer: NodeJS.Timeout | undefined
  let ticksLeft = 0

  function stop(): void {
    if (!timer) return
    clearInterval(timer)
    timer = undefined
    end?.()
  }

  function tick(): void {
    everySecond?.()
    ticksLeft--
    if (ticksLeft <= 0) stop()
  }

  return {
    note() {
      ticksLeft = ticksAfterWork
      if (timer) return
      timer = setInterval(tick, intervalMs).unref()
      begin?.()
    },
    stop,
  }
}
