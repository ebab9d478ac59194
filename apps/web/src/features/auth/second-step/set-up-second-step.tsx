import { Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { OutputOf } from '../../../client/address.ts'
import { getFieldErrors, getServerMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { copyText } from '../../../ui/lists/save-file.ts'
import { createSubmitHandler } from '../submit-handler.ts'
import { formatPasskeyError } from './passkey-error.ts'
import styles from './second-step-settings.module.css'

interface AddMethodProps {
  /** Called with the recovery codes; null if the user has some already. */
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void
  readonly onCancel: () => void
}

/** Sets up an authenticator app: scan a QR code or open the app, then type the code it shows. */
export function SetUpAuthenticator({ onAdded, onCancel }: AddMethodProps) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const openAppLink = useRef<HTMLAnchorElement>(null)

  const offer = useQuery({
    queryKey: ['second-step', 'offer'],
    queryFn: () => call('POST /user/second-step/code/offer'),
    // Never refetched, because each answer is a new secret.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })

  const confirm = useMutation({
    mutationFn: (code: string) => call('POST /user/second-step/code/confirm', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: () => field.current?.select(),
  })

  const isReady = offer.isSuccess

  useEffect(() => {
    if (!isReady) return
    const firstControl = openAppLink.current ?? field.current
    firstControl?.focus({ preventScroll: true })
    // Scrolls to the whole form, because scrolling to the field would hide the QR code.
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [isReady])

  const submit = createSubmitHandler(
    (getText) => confirm.isPending || confirm.mutate(getText('code')),
  )

  if (offer.isPending) return <RowSkeletons label="Creating the QR code" rows={4} />
  if (offer.isError) return <LoadFailure what="The QR code" query={offer} />

  const problem = getFieldErrors(confirm.error).code

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-busy={confirm.isPending}
      className={`stack ${styles.form}`}
    >
      <AddToAppStep offer={offer.data} openAppLink={openAppLink} />
      <p>2. Enter the six digits the app shows.</p>
      <TextInput
        ref={field}
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={problem}
      />
      {confirm.isError && !problem && (
        <ErrorMessage>{getServerMessage(confirm.error)}</ErrorMessage>
      )}
      <div className={`flex-wrap ${styles.buttons}`}>
        <Button type="submit" loading={confirm.isPending}>
          Switch on
        </Button>
        <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
      </div>
    </form>
  )
}

interface AddToAppStepProps {
  readonly offer: OutputOf<'POST /user/second-step/code/offer'>
  readonly openAppLink: RefObject<HTMLAnchorElement | null>
}

/** The first step: a QR code for an app on another device, or a link to the app on this phone. */
function AddToAppStep({ offer: { qr, secret, uri }, openAppLink }: AddToAppStepProps) {
  const shownSecret = useRef<HTMLSpanElement>(null)
  // A phone cannot scan its own screen, and the app is most likely on it.
  const isPhone = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })

  const copy = async () => {
    if (shownSecret.current && (await copyText(secret, shownSecret.current)))
      notifications.show({ message: 'Copied to the clipboard.' })
  }

  const qrCode = (
    <svg
      role="img"
      aria-label="QR code for the authenticator app"
      className={styles.qr}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
    >
      <path d={qr.path} fill="currentColor" />
    </svg>
  )

  return (
    <>
      {isPhone ? (
        <>
          <p>1. Add Vitrine to the authenticator app on this phone.</p>
          <Button ref={openAppLink} component="a" href={uri}>
            Open in authenticator
          </Button>
        </>
      ) : (
        <>
          <p>1. Scan this with an authenticator app on your phone.</p>
          {qrCode}
        </>
      )}
      <p className="hint">
        Or enter this key in the app:{' '}
        <span ref={shownSecret} className={styles.secret}>
          {formatSecret(secret)}
        </span>
      </p>
      <SecondaryButton onClick={copy}>Copy key</SecondaryButton>
      {isPhone && (
        <details className="hint">
          <summary>The app is on another device</summary>
          {qrCode}
        </details>
      )}
    </>
  )
}

/** Separates groups of four characters by spaces, as in 'ABCD EFGH', which are easier to type. */
const formatSecret = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')

/** Registers a passkey in the browser, then on the server. */
export function AddPasskey({ onAdded, onCancel }: AddMethodProps) {
  const field = useRef<HTMLInputElement>(null)

  const add = useMutation({
    mutationFn: registerPasskey,
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })

  useEffect(() => field.current?.focus(), [])
  const problem = getFieldErrors(add.error).name

  const submit = createSubmitHandler((getText) => add.isPending || add.mutate(getText('name')))

  return (
    <form onSubmit={submit} noValidate aria-busy={add.isPending} className={`stack ${styles.form}`}>
      <p>
        A passkey is stored on your phone, your computer or a security key. Your browser will ask
        where to save it.
      </p>
      <TextInput
        ref={field}
        label="Name"
        description="To tell it apart from others, for example “My phone”"
        name="name"
        error={problem}
      />
      {add.isError && !problem && (
        <ErrorMessage>No passkey was added. {formatPasskeyError(add.error)}</ErrorMessage>
      )}
      <div className={`flex-wrap ${styles.buttons}`}>
        <Button type="submit" loading={add.isPending}>
          Add passkey
        </Button>
        <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
      </div>
    </form>
  )
}

async function registerPasskey(name: string) {
  const options = await call('POST /user/second-step/passkeys/offer')
  // Untyped in the contract, because the WebAuthn library defines both ends.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response

  const attestation = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  const passkey = { id, rawId, type: 'public-key' as const, response: attestation }
  return call('POST /user/second-step/passkeys', { body: { name, passkey } })
}
