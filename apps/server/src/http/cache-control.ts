import type { FastifyInstance } from 'fastify'
import type { FinishedAnswer } from './finished.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How many seconds a shared cache may serve public content without asking. */
    publicMaxAge?: number
  }
}

export const setPublicMaxAge = (app: FastifyInstance, seconds: number): void =>
  void app.decorate('publicMaxAge', seconds)

/**
 * Shared caches serve the old version while they revalidate, so that a crowd never waits for the
 * server.
 */
const staleSeconds = 30

const formatSharedDirectives = (maxAge: number) =>
  `s-maxage=${maxAge}, stale-while-revalidate=${staleSeconds}`

const yearSeconds = 31_536_000
const shortSeconds = 300

const directives: Record<FinishedAnswer['cache'], (maxAge: number) => string> = {
  immutable: () => `public, max-age=${yearSeconds}, immutable`,
  revocable(maxAge) {
    const shared = maxAge ? formatSharedDirectives(maxAge) : `s-maxage=${shortSeconds}`
    return `public, max-age=${yearSeconds}, ${shared}, immutable`
  },
  short(maxAge) {
    const shared = maxAge ? `, ${formatSharedDirectives(maxAge)}` : ''
    return `public, max-age=${shortSeconds}${shared}`
  },
  revalidate: () => 'private, no-cache',
  never: () => 'no-store',
  // 'no-cache' would apply to the shared cache as well; with max-age=0 browsers still ask each
  // time.
  shared: (maxAge) =>
    maxAge ? `public, max-age=0, ${formatSharedDirectives(maxAge)}` : 'public, no-cache',
}

export const formatCacheControl = (
  { publicMaxAge = 0 }: FastifyInstance,
  cache: FinishedAnswer['cache'],
): string => directives[cache](publicMaxAge)
