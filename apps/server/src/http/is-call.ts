import type { FastifyRequest } from 'fastify'

/** Whether a request is for the API. The route decides where there is one: `/%61pi/…` leads to the same as `/api/…`. */
export const isCall = ({ url, routeOptions }: FastifyRequest): boolean => (routeOptions.url ?? url).startsWith('/api/')
