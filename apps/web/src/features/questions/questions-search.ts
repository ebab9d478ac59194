import {
  type LabelLanguage,
  labelLanguages,
  type QuestionState,
  questionStates,
} from '@vitrine/contract'
import { isIsoDay } from '../../ui/text/format.ts'

export interface QuestionsSearch {
  readonly state?: QuestionState
  readonly lang?: LabelLanguage
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
  const validState = questionStates.find((candidate) => candidate === state)
  const language = labelLanguages.find((candidate) => candidate === lang)
  const id = Number(item)

  return {
    ...(validState && { state: validState }),
    ...(language && { lang: language }),
    ...(Number.isSafeInteger(id) && id > 0 && { item: id }),
    ...(isIsoDay(from) && { from }),
    ...(isIsoDay(to) && { to }),
  }
}
