export { UsersPage as Screen } from '../../../features/users/users-page.tsx'
