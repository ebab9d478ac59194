export { imageService } from './images.ts'
export { presentationService } from './presentation.ts'
export { serveIiif, serveStaffImages } from './routes-pages.ts'
