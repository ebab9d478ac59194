import { call } from '../client/call.ts'
import { createErrorReporter } from '../features/diagnostics/error-reporter.ts'
import { session } from '../session/session.ts'

/** Reports unhandled errors. Returns the callback for errors caught by React's error boundaries. */
export function watchErrors(): (error: unknown, componentStack?: string) => void {
  const report = createErrorReporter({
    send: (body) => call('POST /client-error', { body }),
    isSignedIn: () => session.current() !== null,
    now: Date.now,
  })
  // The browser itself logs these errors to the console.
  window.addEventListener('error', (event) => report(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => report(event.reason))

  return (error, componentStack) => {
    console.error(error, componentStack)
    report(error, componentStack)
  }
}
