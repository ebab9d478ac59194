import { dayOf } from '@vitrine/contract'
import type { House } from '@vitrine/pages'
import type { Clock } from '../base/clock.ts'
import type { Config } from './config.ts'

/** Who signs what visitors see and what is printed, today. */
export const houseOf = ({ name, address }: Config['foundation'], clock: Clock): House => ({
  foundation: name,
  address,
  year: Number(dayOf(clock.now()).slice(0, 4)),
})
