import { isHttps } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { openToAnyone } from '../../http/access.ts'
import { purgeQuestions, questionHandlers } from '../questions/index.ts'
import { purgeGuide } from './limits.ts'
import { askPages } from './pages.ts'
import { serveGuide } from './routes-pages.ts'
import { guideOf, limitsOf, visitorsQuestions } from './service.ts'
import { visitorTokens } from './visitor-tokens.ts'

export { visitorsQuestions } from './service.ts'

export function registerGuide(context: Context) {
  const { app, config, jobs, get } = context
  jobs.purge('questions', purgeQuestions)
  jobs.purge('salts', purgeGuide)
  const tokens = visitorTokens(get(limitsOf), isHttps(config))
  openToAnyone(app, (open) =>
    serveGuide(open, { guide: get(guideOf), pages: askPages(context), tokens }),
  )
  return { questions: questionHandlers(get(visitorsQuestions)) }
}
