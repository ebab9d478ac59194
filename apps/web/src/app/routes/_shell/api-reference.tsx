export { ApiReferencePage as Screen } from '../../../features/operations/api-reference-page.tsx'
