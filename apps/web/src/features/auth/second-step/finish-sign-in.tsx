import { Button, Stack, Text, TextInput } from '@mantine/core'
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import type { SecondStepAnswer, SecondStepMethod, SecondStepNeeded } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { session } from '../../../session/session.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { createSubmitHandler } from '../submit-handler.ts'
import { formatPasskeyError } from './passkey-error.ts'

interface FinishSignInProps {
  readonly needed: SecondStepNeeded
  readonly onSignedIn: () => Promise<void>
  /** Goes back to the password, with a message unless the user asked for it. */
  readonly onBack: (message?: string) => void
}

const methodLabels: Record<SecondStepMethod, string> = {
  code: 'Use the authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

/** The second step of signing in, after the password. */
export function FinishSignIn({ needed, onSignedIn, onBack }: FinishSignInProps) {
  const [method, setMethod] = useState<SecondStepMethod>(needed.methods[0] ?? 'recovery')
  const field = useRef<HTMLInputElement>(null)
  const { ticket } = needed

  const signIn = useMutation({
    mutationFn: async (code: string) => {
      const answer =
        method === 'passkey'
          ? await requestPasskeyAnswer(needed)
          : toCodeAnswer(ticket, method, code)
      session.start(await call('POST /auth/second-step', { body: answer }))
      await onSignedIn()
    },
    onError: (error) => {
      if (isTicketUsedUp(error)) onBack(error.message)
      else field.current?.select()
    },
  })

  const chooseMethod = (newMethod: SecondStepMethod) => {
    signIn.reset()
    setMethod(newMethod)
  }

  const submit = createSubmitHandler(
    (getText) => signIn.isPending || signIn.mutate(getText('typed')),
  )

  return (
    <form onSubmit={submit} noValidate aria-busy={signIn.isPending}>
      <Stack>
        <Text>{introductions[method]}</Text>
        {method !== 'passkey' && (
          <TextInput
            key={method}
            ref={field}
            label={method === 'code' ? 'Code' : 'Recovery code'}
            name="typed"
            autoFocus
            autoComplete={method === 'code' ? 'one-time-code' : 'off'}
            {...(method === 'code' && { inputMode: 'numeric' as const })}
          />
        )}
        {signIn.isError && <ErrorMessage>{formatPasskeyError(signIn.error)}</ErrorMessage>}
        <Button type="submit" fullWidth loading={signIn.isPending || signIn.isSuccess}>
          {method === 'passkey' ? 'Use a passkey' : 'Continue'}
        </Button>
        {needed.methods
          .filter((other) => other !== method)
          .map((other) => (
            <SecondaryButton key={other} fullWidth onClick={() => chooseMethod(other)}>
              {methodLabels[other]}
            </SecondaryButton>
          ))}
        <Button variant="subtle" fullWidth onClick={() => onBack()}>
          Back
        </Button>
      </Stack>
    </form>
  )
}

const introductions: Record<SecondStepMethod, string> = {
  code: 'Enter the six digits shown in your authenticator app.',
  passkey: 'Your browser will ask for your passkey.',
  recovery: 'Enter one of your recovery codes. Each code works once.',
}

const toCodeAnswer = (
  ticket: string,
  method: 'code' | 'recovery',
  code: string,
): SecondStepAnswer => (method === 'code' ? { ticket, code } : { ticket, recoveryCode: code })

async function requestPasskeyAnswer({
  ticket,
  passkey,
}: SecondStepNeeded): Promise<SecondStepAnswer> {
  // Untyped in the contract, because the WebAuthn library defines both ends.
  const optionsJSON = passkey as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response

  const signed = {
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle !== undefined && { userHandle }),
  }

  return { ticket, passkey: { id, rawId, type: 'public-key', response: signed } }
}

/** Whether the ticket has expired or has no attempts left. */
const isTicketUsedUp = (error: Error): boolean =>
  error instanceof ApiError && isRecord(error.obj) && error.obj.ticket === 'ended'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
