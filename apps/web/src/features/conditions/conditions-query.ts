import { callQuery } from '../../client/query.ts'

export const conditionsQuery = (itemId: number) =>
  callQuery('GET /inventory/conditions/:id', { params: { id: itemId } })
