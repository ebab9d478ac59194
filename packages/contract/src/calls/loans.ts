import { type Call, fileAnswer } from '../call.ts'
import { staff } from '../roles.ts'
import { IdParams } from '../text.ts'

/** Files about an item for a borrowing museum. */
export const loans = {
  objectId: {
    method: 'GET',
    path: '/inventory/loan/:id/object-id',
    access: staff,
    summary:
      'An item as Object ID (ICOM), as PDF: what identifies it, its condition, and the pictures that visitors see or that show its condition',
    params: IdParams,
    ...fileAnswer,
  },
  eodem: {
    method: 'GET',
    path: '/inventory/loan/:id/eodem',
    access: staff,
    summary:
      'An item as EODEM (LIDO 1.1 for loans), as XML that other museums’ programs import: what visitors see of it, and its condition',
    params: IdParams,
    ...fileAnswer,
  },
} as const satisfies Record<string, Call>
