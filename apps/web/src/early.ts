// What runs before the app has loaded. Both import nothing, so that they run at once.
import './first-call.ts'
import './first-keys.ts'
