export { ChangePasswordPage as Screen } from '../../../features/auth/change-password-page.tsx'
