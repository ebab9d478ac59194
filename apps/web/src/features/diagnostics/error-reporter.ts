interface Report {
  readonly message: string
  readonly trace: string
}

interface ReporterOptions {
  readonly send: (report: Report) => Promise<unknown>
  readonly isSignedIn: () => boolean
  readonly now: () => number
}

/** Time until the same message is sent again. */
const intervalMs = 60_000
// Limits of the call in the contract.
const maxMessageLength = 2_000
const maxTraceLength = 20_000

// Browsers report this as an error if a layout needs another frame; it is harmless.
const isNoise = (message: string) => message.startsWith('ResizeObserver loop')

function toReport(error: unknown): Report {
  if (error instanceof Error) {
    return {
      message: `${error.name}: ${error.message}`.slice(0, maxMessageLength),
      trace: (error.stack ?? '').slice(0, maxTraceLength),
    }
  }

  return { message: String(error).slice(0, maxMessageLength), trace: '' }
}

/** Creates a function that posts errors of signed-in users, each message at most once a minute. */
export function createErrorReporter({ send, isSignedIn, now }: ReporterOptions) {
  const lastSentTimes = new Map<string, number>()

  return (error: unknown, componentStack = ''): void => {
    const { message, trace } = toReport(error)
    if (!isSignedIn() || isNoise(message)) return

    const currentTime = now()
    for (const [sentMessage, sentTime] of lastSentTimes) {
      if (currentTime - sentTime >= intervalMs) lastSentTimes.delete(sentMessage)
    }
    if (lastSentTimes.has(message)) return

    lastSentTimes.set(message, currentTime)
    // A failed report must not become the next unhandled error.
    void send({ message, trace: `${trace}${componentStack}`.slice(0, maxTraceLength) }).catch(
      () => undefined,
    )
  }
}
