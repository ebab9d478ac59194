import { createFileRoute } from '@tanstack/react-router'
import { TestErrorPage } from '../../../features/diagnostics/test-error-page.tsx'

export const Route = createFileRoute('/_shell/test-error')({ component: TestErrorPage })
