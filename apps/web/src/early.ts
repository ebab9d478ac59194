// Scripts that run before the app has loaded. They import nothing, so that they start at once.
import './first-call.ts'
import './first-keys.ts'
