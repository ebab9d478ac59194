import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Passkey, productName, type SecondStepState } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { getFieldErrors, getServerMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { callQuery } from '../../../client/query.ts'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { ErrorMessage, SuccessMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../../ui/forms/buttons.ts'
import { Block } from '../../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { copyText, saveFile } from '../../../ui/lists/save-file.ts'
import { formatDate } from '../../../ui/text/format.ts'
import rows from '../rows.module.css'
import { createSubmitHandler } from '../submit-handler.ts'
import styles from './second-step-settings.module.css'
import { AddPasskey, SetUpAuthenticator } from './set-up-second-step.tsx'

/** The method whose form is open; null if none is. */
type AddedMethod = 'app' | 'passkey' | null

/** Shows whether a second step is on, and lets users set up, renew and remove its methods. */
export function SecondStepSettings() {
  const secondStep = callQuery('GET /user/second-step')
  const state = useQuery(secondStep)
  const queries = useQueryClient()
  const [addedMethod, setAddedMethod] = useState<AddedMethod>(null)
  /** New recovery codes, until the user has stored them. */
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [confirmation, setConfirmation] = useState<PasswordConfirmation | null>(null)
  const refresh = () => queries.invalidateQueries(secondStep)

  const finishAdding = (recoveryCodes: readonly string[] | null) => {
    setAddedMethod(null)
    setCodes(recoveryCodes)
    void refresh()
  }

  /** Asks for the password before the change, and refreshes the state after it. */
  const confirmWithPassword = (newConfirmation: PasswordConfirmation) =>
    setConfirmation({
      ...newConfirmation,
      act: async (password) => {
        await newConfirmation.act(password)
        await refresh()
      },
    })

  const isOn = state.data !== undefined && (state.data.code || state.data.passkeys.length > 0)
  const closeForm = () => setAddedMethod(null)
  const closeConfirmation = () => setConfirmation(null)

  return (
    <Block title="Second step (2FA)">
      {state.isPending && <RowSkeletons label="Loading the second step" rows={2} />}
      {state.isError && <LoadFailure what="The second step" query={state} />}
      {state.data && (
        <div className={`stack ${styles.part}`}>
          {!isOn && (
            <p>
              It is off: you sign in with your password alone. With a second step, someone who
              learns your password still can’t sign in.
            </p>
          )}
          {isOn && (
            <SecondStepList
              state={state.data}
              onRemoveApp={() => confirmWithPassword(appRemoval)}
              onRemovePasskey={(passkey) => confirmWithPassword(createPasskeyRemoval(passkey))}
              onRenewCodes={() => confirmWithPassword(createCodeRenewal(setCodes))}
            />
          )}
          {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
          {addedMethod === 'app' && (
            <SetUpAuthenticator onAdded={finishAdding} onCancel={closeForm} />
          )}
          {addedMethod === 'passkey' && <AddPasskey onAdded={finishAdding} onCancel={closeForm} />}
          {addedMethod === null && !codes && (
            <div className={`flex-wrap ${styles.buttons}`}>
              {!state.data.code && (
                <SecondaryButton onClick={() => setAddedMethod('app')}>
                  Use an authenticator app
                </SecondaryButton>
              )}
              <SecondaryButton onClick={() => setAddedMethod('passkey')}>
                Add a passkey
              </SecondaryButton>
            </div>
          )}
        </div>
      )}
      <Modal opened={confirmation !== null} onClose={closeConfirmation} title={confirmation?.title}>
        {confirmation && (
          <PasswordConfirmationForm confirmation={confirmation} onClose={closeConfirmation} />
        )}
      </Modal>
    </Block>
  )
}

/** A change of the second step that needs the password. */
interface PasswordConfirmation {
  readonly title: string
  readonly message: string
  readonly button: string
  readonly act: (password: string) => Promise<unknown>
}

const appRemoval: PasswordConfirmation = {
  title: 'Switch off the authenticator app',
  message: 'You will no longer be asked for a code from the app.',
  button: 'Switch off',
  act: (password) => call('POST /user/second-step/code/remove', { body: { password } }),
}

const createPasskeyRemoval = ({ id, name }: Passkey): PasswordConfirmation => ({
  title: 'Remove passkey',
  message: `The passkey “${name}” will no longer work.`,
  button: 'Remove',
  act: (password) => call('POST /user/second-step/passkeys/remove', { body: { id, password } }),
})

const createCodeRenewal = (
  onRenewed: (recoveryCodes: readonly string[]) => void,
): PasswordConfirmation => ({
  title: 'New recovery codes',
  message: 'The old recovery codes will stop working.',
  button: 'Create new codes',
  act: async (password) => {
    const renewed = await call('POST /user/second-step/recovery-codes', { body: { password } })
    onRenewed(renewed.recoveryCodes)
  },
})

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shows new recovery codes, which cannot be shown again. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null)
  const text = `${codes.join('\n')}\n`

  const copy = async () => {
    if (list.current && (await copyText(text, list.current))) {
      notifications.show({ message: 'Copied to the clipboard.' })
    }
  }

  return (
    <>
      <SuccessMessage>
        Keep these recovery codes in a safe place. Each one signs you in once if you don’t have your
        phone or passkey. They will not be shown again.
      </SuccessMessage>
      <ul ref={list} className={`frame ${styles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`flex-wrap ${styles.buttons}`}>
        <SecondaryButton
          onClick={() =>
            saveFile(
              `${productName.toLowerCase()}-recovery-codes.txt`,
              new Blob([text], { type: 'text/plain' }),
            )
          }
        >
          Download
        </SecondaryButton>
        <SecondaryButton onClick={copy}>Copy</SecondaryButton>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </>
  )
}

interface SecondStepListProps {
  readonly state: SecondStepState
  readonly onRemoveApp: () => void
  readonly onRemovePasskey: (passkey: Passkey) => void
  readonly onRenewCodes: () => void
}

function SecondStepList({
  state,
  onRemoveApp,
  onRemovePasskey,
  onRenewCodes,
}: SecondStepListProps) {
  const codesLeft = state.recoveryCodesLeft

  return (
    <ul className={`plain-list ${rows.list}`}>
      {state.code && (
        <li className={`flex-middle ${rows.row}`}>
          <span className="breakable medium">Authenticator app</span>
          <SmallButton onClick={onRemoveApp}>Switch off</SmallButton>
        </li>
      )}
      {state.passkeys.map((passkey) => (
        <li key={passkey.id} className={`flex-middle ${rows.row}`}>
          <div>
            <div className="breakable medium">{passkey.name}</div>
            <p className="hint">{formatPasskeyUse(passkey)}</p>
          </div>
          <SmallButton
            aria-label={`Remove (${passkey.name})`}
            onClick={() => onRemovePasskey(passkey)}
          >
            Remove
          </SmallButton>
        </li>
      ))}
      <li className={`flex-middle ${rows.row}`}>
        <div>
          <div className="breakable medium">Recovery codes</div>
          <p className="hint">{codesLeft === 1 ? 'One left.' : `${codesLeft} left.`}</p>
        </div>
        <SmallButton onClick={onRenewCodes}>New recovery codes</SmallButton>
      </li>
    </ul>
  )
}

function formatPasskeyUse({ createdAt, usedAt }: Passkey): string {
  const lastUse = usedAt ? `last used on ${formatDate(usedAt)}` : 'not used yet'
  return `Passkey, added on ${formatDate(createdAt)}, ${lastUse}.`
}

/**
 * Asks for the password again, so that an unattended browser cannot be used to weaken the account.
 */
function PasswordConfirmationForm({
  confirmation,
  onClose,
}: {
  readonly confirmation: PasswordConfirmation
  readonly onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)

  const act = useMutation({
    mutationFn: confirmation.act,
    onSuccess: onClose,
    onError: () => field.current?.select(),
  })

  const passwordError = getFieldErrors(act.error).password

  const submit = createSubmitHandler((getText) => act.isPending || act.mutate(getText('password')))

  return (
    <form onSubmit={submit} noValidate aria-busy={act.isPending}>
      <Stack>
        <Text>{confirmation.message} Please confirm with your password.</Text>
        <PasswordInput
          ref={field}
          data-autofocus
          label="Password"
          name="password"
          autoComplete="current-password"
          error={passwordError}
        />
        {act.isError && !passwordError && (
          <ErrorMessage>{getServerMessage(act.error)}</ErrorMessage>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" loading={act.isPending}>
            {confirmation.button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
