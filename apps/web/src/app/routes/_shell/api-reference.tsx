import { createFileRoute } from '@tanstack/react-router'
import { ApiReferencePage } from '../../../features/operations/api-reference-page.tsx'

export const Route = createFileRoute('/_shell/api-reference')({ component: ApiReferencePage })
