export { factsheetPages } from './pages.ts'
export { factsheetHandlers } from './routes.ts'
export { serveFactsheets } from './routes-pages.ts'
export { visitorService } from './service.ts'
