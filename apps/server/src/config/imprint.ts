import { yearOf } from '@vitrine/contract'
import type { Imprint } from '@vitrine/pages'
import type { Clock } from '../base/clock.ts'
import type { Config } from './config.ts'

/** The imprint of pages and papers that are made today. */
export const imprintOf = ({ name, address }: Config['foundation'], clock: Clock): Imprint => ({
  foundation: name,
  address,
  year: yearOf(clock.now()),
})
