import type { Context } from '../../context.ts'
import { openToAnyone } from '../../http/access.ts'
import { questionHandlers } from '../questions/index.ts'
import { askPages } from './pages.ts'
import { serveGuide } from './routes-pages.ts'
import { guideOf, visitorsQuestions } from './service.ts'

export { purgeGuide } from './limits.ts'
export { visitorsQuestions } from './service.ts'

export function registerGuide(context: Context) {
  const { app, get } = context
  openToAnyone(app, (open) => serveGuide(open, get(guideOf), askPages(context)))
  return { questions: questionHandlers(get(visitorsQuestions)) }
}
