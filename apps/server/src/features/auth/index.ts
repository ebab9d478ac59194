export { authentication } from './authentication.ts'
export { hashPassword } from './passwords/password-hash.ts'
export { passwordLinks } from './passwords/password-links.ts'
export { secondStepStore } from './second-step/store.ts'
