import { groupThousands } from '@vitrine/contract'

export const numberText = (count: number): string => groupThousands(String(count))

/** '3 of 48 comments (filtered)' */
export const countText = (shown: number, all: number, what: string): string =>
  `${numberText(shown)} of ${numberText(all)} ${what}${shown < all ? ' (filtered)' : ''}`
