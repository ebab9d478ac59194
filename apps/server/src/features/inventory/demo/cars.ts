import { betweenTheWars } from './cars/between-the-wars.ts'
import { fifties } from './cars/fifties.ts'
import { later } from './cars/later.ts'
import { pioneers } from './cars/pioneers.ts'

/** The cars of Le Manège, oldest first. */
export const demoCars = [...pioneers, ...betweenTheWars, ...fifties, ...later]
