export { AssistantPage as Screen } from '../../../features/assistant/assistant-page.tsx'
