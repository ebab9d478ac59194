export { authentication } from './authentication.ts'
export { hashPassword } from './password-hash.ts'
export { passwordLinks } from './password-links.ts'
export { secondStepStore } from './second-step/store.ts'
