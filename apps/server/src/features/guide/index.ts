import { isHttps } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { registerPublicRoutes } from '../../http/access.ts'
import { purgeQuestions, questionHandlers } from '../questions/index.ts'
import { purgeSalts, questionLimits } from './limits.ts'
import { askPages } from './pages.ts'
import { serveGuide } from './routes-pages.ts'
import { guideService, visitorQuestionService } from './service.ts'
import { visitorTokens } from './visitor-tokens.ts'

export { visitorQuestionService } from './service.ts'

export function registerGuide(context: Context) {
  const { app, config, jobs, get } = context
  jobs.purge('questions', purgeQuestions)
  jobs.purge('salts', purgeSalts)
  const tokens = visitorTokens(get(questionLimits), isHttps(config))
  registerPublicRoutes(app, (publicApp) =>
    serveGuide(publicApp, { guide: get(guideService), pages: askPages(context), tokens }),
  )
  return { questions: questionHandlers(get(visitorQuestionService)) }
}
