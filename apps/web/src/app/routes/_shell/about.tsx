export { AboutPage as Screen } from '../../../features/operations/about-page.tsx'
