import { z } from 'zod'
import { type Call, fileAnswer } from '../call.ts'
import { assistantLanguages } from '../journal/languages.ts'
import { staff } from '../roles.ts'
import { Id, IdParams } from '../text.ts'

const maxConditionReports = 50

/** Files about items for a borrowing museum. */
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
  conditionReport: {
    method: 'POST',
    path: '/inventory/loan/condition-report',
    access: staff,
    summary:
      'Condition reports to sign, as one PDF in French, German or English: what identifies each item, ' +
      'its condition checks with photos, and lines for remarks. Holds remarks that only staff see',
    body: z.strictObject({
      ids: z
        .array(Id)
        .min(1, 'Please select at least one item.')
        .max(maxConditionReports, `Please select at most ${maxConditionReports} items at once.`),
      lang: z.enum(assistantLanguages),
    }),
    ...fileAnswer,
  },
} as const satisfies Record<string, Call>
