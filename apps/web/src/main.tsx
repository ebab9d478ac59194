import './ui/theme/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.ts'
import { watchErrors } from './app/watch-errors.ts'
import { watchSession } from './app/watch-session.ts'
import { createQueryClient } from './client/query-client.ts'
import { resolveCssVariables, theme } from './ui/theme/theme.ts'

const queryClient = createQueryClient()
const reportError = watchErrors()
watchSession(router, queryClient)

const container = document.getElementById('root')
if (!container) throw new Error('The page has no root element for the app.')

createRoot(container, {
  onCaughtError: (error, { componentStack }) => reportError(error, componentStack),
  onUncaughtError: (error, { componentStack }) => reportError(error, componentStack),
}).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
