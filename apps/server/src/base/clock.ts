import { retentionDays } from '@vitrine/contract'

/** Injected, so that tests can let a link expire without waiting. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)
export const days = (count: number) => hours(count * 24)

/** The instant `milliseconds` from now (or before, if negative), as the database keeps it. */
export const instant = (clock: Clock, milliseconds = 0): string =>
  new Date(clock.now().getTime() + milliseconds).toISOString()

/** The retention period of what people deleted. Afterwards it is purged, from history and exports as well. */
export const deletedRetentionMs = days(retentionDays)
