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
import { onTyped } from '../typed-text.ts'
import { passkeyFailure } from './passkey-failure.ts'

interface FinishSignInProps {
  readonly needed: SecondStepNeeded
  readonly onSignedIn: () => Promise<void>
  /** Back to the password; with a sentence when that is not what the person asked for. */
  readonly onBack: (why?: string) => void
}

const offers: Record<SecondStepMethod, string> = {
  code: 'Use the authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

/** What comes after the password for those who have switched on a second step. */
export function FinishSignIn({ needed, onSignedIn, onBack }: FinishSignInProps) {
  const [method, setMethod] = useState<SecondStepMethod>(needed.methods[0] ?? 'recovery')
  const field = useRef<HTMLInputElement>(null)
  const { ticket } = needed

  const signIn = useMutation({
    mutationFn: async (typed: string) => {
      const answer =
        method === 'passkey' ? await passkeyAnswer(needed) : typedAnswer(ticket, method, typed)
      session.start(await call('POST /auth/second-step', { body: answer }))
      await onSignedIn()
    },
    onError: (error) => {
      if (hasEnded(error)) onBack(error.message)
      else field.current?.select()
    },
  })
  const choose = (other: SecondStepMethod) => {
    signIn.reset()
    setMethod(other)
  }

  const submit = onTyped((typed) => signIn.isPending || signIn.mutate(typed('typed')))

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
        {signIn.isError && <ErrorMessage>{passkeyFailure(signIn.error)}</ErrorMessage>}
        <Button type="submit" fullWidth loading={signIn.isPending || signIn.isSuccess}>
          {method === 'passkey' ? 'Use a passkey' : 'Continue'}
        </Button>
        {needed.methods
          .filter((other) => other !== method)
          .map((other) => (
            <SecondaryButton key={other} fullWidth onClick={() => choose(other)}>
              {offers[other]}
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

const typedAnswer = (
  ticket: string,
  method: 'code' | 'recovery',
  typed: string,
): SecondStepAnswer =>
  method === 'code' ? { ticket, code: typed } : { ticket, recoveryCode: typed }

async function passkeyAnswer({ ticket, passkey }: SecondStepNeeded): Promise<SecondStepAnswer> {
  // The contract does not type the options: the WebAuthn library defines both ends.
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

/** The ticket has no attempt left, or has expired. */
const hasEnded = (error: Error): boolean =>
  error instanceof ApiError && isRecord(error.obj) && error.obj.ticket === 'ended'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
