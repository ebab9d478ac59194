import {
  type LabelLanguage,
  labelLanguages,
  type QuestionState,
  questionStates,
} from '@vitrine/contract'
import { isDay } from '../../ui/text/format.ts'

export interface QuestionsSearch {
  readonly state?: QuestionState
  readonly lang?: LabelLanguage
  readonly item?: number
  readonly from?: string
  readonly to?: string
}

/** The filter in an address; what can't be one is left out. */
export function readQuestionsSearch({
  state,
  lang,
  item,
  from,
  to,
}: Record<string, unknown>): QuestionsSearch {
  const [known, language, id] = [
    questionStates.find((one) => one === state),
    labelLanguages.find((one) => one === lang),
    Number(item),
  ]
  return {
    ...(known && { state: known }),
    ...(language && { lang: language }),
    ...(Number.isSafeInteger(id) && id > 0 && { item: id }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}
