import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordPage } from '../../../features/auth/change-password-page.tsx'

export const Route = createFileRoute('/_shell/change-password')({ component: ChangePasswordPage })
