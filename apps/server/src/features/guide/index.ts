export { purgeGuide, questionLimits } from './limits.ts'
export { askPages } from './pages.ts'
export { serveGuide } from './routes-pages.ts'
export { guideService } from './service.ts'
