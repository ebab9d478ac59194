import { retentionDays } from '@vitrine/contract'

/** Injected, so that tests can move the time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)
export const days = (count: number) => hours(count * 24)

/** The current time plus `offsetMs`, which may be negative, as the database stores it. */
export const instant = (clock: Clock, offsetMs = 0): string =>
  new Date(clock.now().getTime() + offsetMs).toISOString()

/**
 * Retention period of soft-deleted rows. Afterwards they are purged, from history and exports too.
 */
export const deletedRetentionMs = days(retentionDays)
