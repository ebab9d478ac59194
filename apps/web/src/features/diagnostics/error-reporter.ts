interface Report {
  readonly message: string
  readonly trace: string
}

interface ReporterParts {
  readonly send: (report: Report) => Promise<unknown>
  readonly isSignedIn: () => boolean
  readonly now: () => number
}

const intervalMs = 60_000
// Bounds of the call in the contract.
const maxMessage = 2_000
const maxTrace = 20_000

// Browsers report it when a layout settles in the next frame; nothing is wrong.
const isNoise = (message: string) => message.startsWith('ResizeObserver loop')

function describe(error: unknown): Report {
  if (error instanceof Error) {
    return {
      message: `${error.name}: ${error.message}`.slice(0, maxMessage),
      trace: (error.stack ?? '').slice(0, maxTrace),
    }
  }
  return { message: String(error).slice(0, maxMessage), trace: '' }
}

/** Posts unhandled errors of signed-in people, each message at most once a minute. */
export function makeErrorReporter({ send, isSignedIn, now }: ReporterParts) {
  const lastSent = new Map<string, number>()

  return (error: unknown, where = ''): void => {
    const { message, trace } = describe(error)
    if (!isSignedIn() || isNoise(message)) return
    const time = now()
    for (const [known, sent] of lastSent) if (time - sent >= intervalMs) lastSent.delete(known)
    if (lastSent.has(message)) return
    lastSent.set(message, time)
    // A report that can't be delivered must not become the next unhandled error.
    void send({ message, trace: `${trace}${where}`.slice(0, maxTrace) }).catch(() => undefined)
  }
}
