import { seconds } from '../base/clock.ts'

/**
 * Limits that are no settings, because nobody who runs Vitrine can choose them better. Tests pass
 * others to `readConfig`.
 */
export const defaultLimits = {
  /** Requests that a process handles at once; further ones are rejected. */
  maxConcurrentRequests: 1000,
  /** How long the body of a request may arrive slower than 5 KB a second. */
  bodyTimeoutMs: seconds(20),
  /** Timeout of a PostgreSQL query in a request. */
  databaseTimeoutMs: seconds(10),
  /** Timeout of a language model's whole answer, queueing and retries included. */
  modelTimeoutMs: seconds(120),
  /** Timeout until the first word of a language model's answer. */
  modelFirstWordTimeoutMs: seconds(30),
  /** Visitors' questions per day that are stored and may be sent to a language model. */
  questionsPerDay: 5000,
  /** Maximum size of the cached tiles of large pictures. */
  tileCacheBytes: 2 * 1024 ** 3,
  /** The hour in Zurich from which daily mails are sent. */
  dailyMailHour: 7,
}

export type Limits = Readonly<typeof defaultLimits>
