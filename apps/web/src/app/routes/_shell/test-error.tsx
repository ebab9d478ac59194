export { TestErrorPage as Screen } from '../../../features/diagnostics/test-error-page.tsx'
