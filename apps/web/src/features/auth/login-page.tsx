import { Anchor, Button, PasswordInput, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  inventoryTypes,
  itemTypes,
  type SecondStepNeeded,
  type Settings,
  secondStepRequiredCode,
} from '@vitrine/contract'
import { useRef, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { IllegalRoleError, session } from '../../session/session.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { SignedOutPage } from '../../ui/layout/signed-out-page.tsx'
import styles from './login-page.module.css'
import { createSubmitHandler } from './submit-handler.ts'

// Loaded on demand, because few users have a second step.
const FinishSignIn = lazyWithFallback(
  async () => (await import('./second-step/finish-sign-in.tsx')).FinishSignIn,
)

interface LoginPageProps {
  readonly demo: Settings['demo']
  readonly needsFirstRoot: boolean
  readonly onSignedIn: () => Promise<void>
}

/** Asks for e-mail and password, and then for the second step if the account has one. */
export function LoginPage({ demo, needsFirstRoot, onSignedIn }: LoginPageProps) {
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const [secondStep, setSecondStep] = useState<SecondStepNeeded | null>(null)
  const [notice, setNotice] = useState(session.endReason)
  // Restored when the user comes back from the second step.
  const [lastEmail, setLastEmail] = useState('')

  const signIn = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      session.start(await call('POST /auth/', { body }))
      await onSignedIn()
    },
    onMutate: (body) => {
      setNotice('')
      setLastEmail(body.email)
    },
    onError: (error) => {
      if (needsSecondStep(error)) setSecondStep(error.obj as SecondStepNeeded)
      else password.current?.select()
    },
  })

  const submit = createSubmitHandler((getText) => {
    if (signIn.isPending) return

    const body = { email: getText('email').trim(), password: getText('password') }
    if (body.email === '') email.current?.focus()
    else if (body.password === '') password.current?.focus()
    else signIn.mutate(body)
  })

  const fillIn = (demoEmail: string, demoPassword: string) => {
    if (!email.current || !password.current) return

    email.current.value = demoEmail
    password.current.value = demoPassword
    signIn.reset()
    password.current.focus()
  }

  const backToPassword = (message = '') => {
    setSecondStep(null)
    setNotice(message)
    signIn.reset()
  }

  if (secondStep) {
    return (
      <SignedOutPage title="Login">
        <FinishSignIn needed={secondStep} onSignedIn={onSignedIn} onBack={backToPassword} />
      </SignedOutPage>
    )
  }

  return (
    <SignedOutPage
      title="Login"
      aside={
        <>
          <VisitorLinks />
          {demo && (
            <DemoAccounts
              emails={demo.emails}
              onPick={(demoEmail) => fillIn(demoEmail, demo.password)}
            />
          )}
          {needsFirstRoot && <FirstRootHint />}
        </>
      }
    >
      <form onSubmit={submit} noValidate aria-busy={signIn.isPending}>
        <Stack>
          <TextInput
            ref={email}
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={lastEmail}
            // Focused at once, because signing in is the only purpose of this page.
            autoFocus={lastEmail === ''}
          />
          <PasswordInput
            ref={password}
            label="Password"
            name="password"
            autoComplete="current-password"
            autoFocus={lastEmail !== ''}
          />
          {signIn.isError && <ErrorMessage>{formatLoginError(signIn.error)}</ErrorMessage>}
          {notice && <ErrorMessage>{notice}</ErrorMessage>}
          <Button type="submit" fullWidth loading={signIn.isPending || signIn.isSuccess}>
            Login
          </Button>
          <Anchor component={Link} to="/forgot-password" underline="always" size="sm">
            Forgot password?
          </Anchor>
        </Stack>
      </form>
    </SignedOutPage>
  )
}

const needsSecondStep = (error: Error): error is ApiError =>
  error instanceof ApiError && error.message === secondStepRequiredCode

function formatLoginError(error: Error): string {
  if (error instanceof ApiError && error.status === 429) return 'Please try again in a minute.'
  // The server is busy, or there is no connection (status 0): the message says what to do.
  if (error instanceof ApiError && (error.status === 0 || error.status === 503))
    return `Login failed. ${error.message}`
  if (error instanceof IllegalRoleError) return 'Login failed. (illegal role)'
  return 'Login failed.'
}

const VisitorLinks = () => (
  <p className="quiet">
    For visitors:
    {itemTypes.map((type) => (
      <span key={type}>
        {' '}
        <a href={inventoryTypes[type].start}>{inventoryTypes[type].museum}</a>
      </span>
    ))}
  </p>
)

interface DemoAccountsProps {
  readonly emails: readonly string[]
  readonly onPick: (email: string) => void
}

function DemoAccounts({ emails, onPick }: DemoAccountsProps) {
  return (
    <section className={`quiet ${styles.box}`} aria-label="Demo accounts">
      This is a demo: the foundation, its museums, its people and the stories of its objects are
      invented. Pick an account to fill in the form:
      <ul className={styles.list}>
        {emails.map((email) => (
          <li key={email}>
            <UnstyledButton className={`frame ${styles.account}`} onClick={() => onPick(email)}>
              {email}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shown on a new installation that has no users yet. */
function FirstRootHint() {
  return (
    <section className={`quiet ${styles.box}`} aria-label="First steps">
      There are no users yet. Create the first one on the server; the command prints a link to set
      the password:
      <code className={`frame ${styles.command}`}>
        vitrine create-root <span className={styles.option}>--email you@example.org</span>
      </code>
    </section>
  )
}
