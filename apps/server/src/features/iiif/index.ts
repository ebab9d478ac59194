export { imageService } from './images.ts'
export { presentationService } from './presentation.ts'
export { serveIiif } from './routes-pages.ts'
