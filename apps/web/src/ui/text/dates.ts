import { museumTimeZone } from '@vitrine/contract'

const medium = new Intl.DateTimeFormat('en-CH', { dateStyle: 'medium', timeZone: museumTimeZone })
const withTime = new Intl.DateTimeFormat('en-CH', { dateStyle: 'medium', timeStyle: 'short', timeZone: museumTimeZone })
const time = new Intl.DateTimeFormat('en-CH', { timeStyle: 'short', timeZone: museumTimeZone })

export const mediumDate = (instant: string): string => medium.format(new Date(instant))
export const mediumDateTime = (instant: string): string => withTime.format(new Date(instant))
export const clockTime = (instant: string): string => time.format(new Date(instant))
