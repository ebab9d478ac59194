import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '../../../features/operations/about-page.tsx'

export const Route = createFileRoute('/_shell/about')({ component: AboutPage })
