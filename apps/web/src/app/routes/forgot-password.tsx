export { ForgotPasswordPage as Screen } from '../../features/auth/forgot-password-page.tsx'
