import { callQuery } from '../../client/query.ts'

/** The installation's settings, which change only when the server restarts. */
export const settingsQuery = { ...callQuery('GET /settings'), staleTime: Number.POSITIVE_INFINITY }
