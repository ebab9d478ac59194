import { Button, TextInput } from '@mantine/core'
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { fieldErrors } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { typedText } from '../typed-text.ts'
import { passkeyFailure } from './passkey-failure.ts'
import styles from './second-step.module.css'

interface AddPasskeyProps {
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void
  readonly onCancel: () => void
}

export function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const field = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: async (name: string) => {
      const options = await call('POST /user/second-step/passkeys/offer')
      // The contract does not type the options: the WebAuthn library defines both ends.
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      const { id, rawId, response } = await startRegistration({ optionsJSON })
      const { clientDataJSON, attestationObject, transports } = response
      return call('POST /user/second-step/passkeys', {
        body: {
          name,
          passkey: {
            id,
            rawId,
            type: 'public-key',
            response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
          },
        },
      })
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  useEffect(() => field.current?.focus(), [])
  const problem = fieldErrors(add.error).name

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!add.isPending) add.mutate(typedText(new FormData(event.currentTarget), 'name'))
  }

  return (
    <form onSubmit={submit} noValidate aria-busy={add.isPending} className={`stack ${styles.form}`}>
      <p>A passkey is stored on your phone, your computer or a security key. Your browser will ask where to save it.</p>
      <TextInput
        ref={field}
        label="Name"
        description="To tell it apart from others, for example “My phone”"
        name="name"
        error={problem}
      />
      {add.isError && !problem && <ErrorMessage>No passkey was added. {passkeyFailure(add.error)}</ErrorMessage>}
      <div className={`flex-wrap ${styles.buttons}`}>
        <Button type="submit" loading={add.isPending}>
          Add passkey
        </Button>
        <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
      </div>
    </form>
  )
}
