import {
  type LabelLanguage,
  labelLanguages,
  type QuestionState,
  questionStates,
} from '@vitrine/contract'
import { isIsoDay } from '../../ui/text/format.ts'

/** The filter of the list of questions, in the search parameters of its address. */
export interface QuestionsSearch {
  readonly state?: QuestionState
  readonly lang?: LabelLanguage
  /** Id of the item. */
  readonly item?: number
  readonly from?: string
  readonly to?: string
}

/** Reads the filter from an address, dropping invalid values. */
export function parseQuestionsSearch({
  state,
  lang,
  item,
  from,
  to,
}: Record<string, unknown>): QuestionsSearch {
  const knownState = questionStates.find((candidate) => candidate === state)
  const knownLanguage = labelLanguages.find((candidate) => candidate === lang)
  const itemId = Number(item)

  let search: QuestionsSearch = {}
  if (knownState) search = { ...search, state: knownState }
  if (knownLanguage) search = { ...search, lang: knownLanguage }
  if (Number.isSafeInteger(itemId) && itemId > 0) search = { ...search, item: itemId }
  if (isIsoDay(from)) search = { ...search, from }
  if (isIsoDay(to)) search = { ...search, to }
  return search
}
