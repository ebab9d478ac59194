import type { Context } from '../../context.ts'
import { registerPublicRoutes } from '../../http/access.ts'
import { withdrawnMediaAccess } from '../auth/index.ts'
import { imageService } from './images.ts'
import { presentationService } from './presentation.ts'
import { serveIiif, serveStaffImages } from './routes-pages.ts'

export function registerIiif(context: Context): void {
  const { app, config, get } = context
  const images = imageService(context)
  registerPublicRoutes(app, (open) => {
    serveStaffImages(open, images, get(withdrawnMediaAccess))
    serveIiif(open, {
      images,
      presentation: presentationService(context),
      isOpen: config.openCollection,
    })
  })
}
