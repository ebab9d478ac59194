export { imageService } from './images.ts'
export { serveImages } from './routes-pages.ts'
