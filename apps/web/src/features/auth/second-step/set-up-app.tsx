import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { fieldErrors, serverMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { ErrorMessage } from '../../../ui/message.tsx'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { typedText } from '../typed-text.ts'
import styles from './second-step.module.css'

interface SetUpAppProps {
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void
  readonly onCancel: () => void
}

/** Scan, type what the app shows, done. */
export function SetUpApp({ onAdded, onCancel }: SetUpAppProps) {
  const field = useRef<HTMLInputElement>(null)
  const offer = useQuery({
    queryKey: ['second-step', 'offer'],
    queryFn: () => call('POST /user/second-step/code/offer'),
    // Each answer is another secret: the one on the screen is the one that counts.
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
  const ready = offer.isSuccess
  useEffect(() => {
    if (ready) field.current?.focus()
  }, [ready])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!confirm.isPending) confirm.mutate(typedText(new FormData(event.currentTarget), 'code'))
  }

  if (offer.isPending) return <RowSkeletons label="Making a QR code" rows={4} />
  if (offer.isError) return <LoadFailure what="The QR code" query={offer} />
  const { qr, secret } = offer.data
  const problem = fieldErrors(confirm.error).code
  return (
    <form onSubmit={submit} noValidate aria-busy={confirm.isPending} className={styles.form}>
      <p>1. Scan this with an authenticator app on your phone.</p>
      <svg
        role="img"
        aria-label="QR code for the authenticator app"
        className={styles.qr}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <p className={styles.note}>
        Or type this key into the app: <span className={styles.secret}>{inGroups(secret)}</span>
      </p>
      <p>2. Type the six digits that the app shows.</p>
      <TextInput
        ref={field}
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={problem}
      />
      {confirm.isError && !problem && <ErrorMessage>{serverMessage(confirm.error)}</ErrorMessage>}
      <div className={styles.buttons}>
        <Button type="submit" loading={confirm.isPending}>
          Switch on
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const inGroups = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')
