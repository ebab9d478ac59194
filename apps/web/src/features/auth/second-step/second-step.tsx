import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Passkey, productName, type SecondStepState } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { fieldErrors, serverMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { query } from '../../../client/query.ts'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { ErrorMessage, SuccessMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../../ui/forms/buttons.ts'
import { Block } from '../../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { copyText, saveFile } from '../../../ui/lists/save-file.ts'
import { formatDate } from '../../../ui/text/format.ts'
import rows from '../rows.module.css'
import { onTyped } from '../typed-text.ts'
import styles from './second-step.module.css'
import { AddPasskey, SetUpApp } from './set-up.tsx'

type Adding = 'app' | 'passkey' | null

export function SecondStep() {
  const secondStep = query('GET /user/second-step')
  const state = useQuery(secondStep)
  const queries = useQueryClient()
  const [adding, setAdding] = useState<Adding>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [question, setQuestion] = useState<PasswordQuestion | null>(null)
  const refresh = () => queries.invalidateQueries(secondStep)

  const added = (recoveryCodes: readonly string[] | null) => {
    setAdding(null)
    setCodes(recoveryCodes)
    void refresh()
  }
  const ask = (question: PasswordQuestion) =>
    setQuestion({
      ...question,
      act: async (password) => {
        await question.act(password)
        await refresh()
      },
    })
  const renewCodes = () =>
    ask({
      title: 'New recovery codes',
      message: 'The old recovery codes will stop working.',
      button: 'Create new codes',
      act: async (password) => {
        const renewed = await call('POST /user/second-step/recovery-codes', { body: { password } })
        setCodes(renewed.recoveryCodes)
      },
    })
  const removeApp = () =>
    ask({
      title: 'Switch off the authenticator app',
      message: 'You will no longer be asked for a code from the app.',
      button: 'Switch off',
      act: (password) => call('POST /user/second-step/code/remove', { body: { password } }),
    })
  const removePasskey = (id: number, name: string) =>
    ask({
      title: 'Remove passkey',
      message: `The passkey “${name}” will no longer work.`,
      button: 'Remove',
      act: (password) => call('POST /user/second-step/passkeys/remove', { body: { id, password } }),
    })

  const isOn = state.data !== undefined && (state.data.code || state.data.passkeys.length > 0)
  return (
    <Block title="Second step (2FA)">
      {state.isPending && <RowSkeletons label="Loading the second step" rows={2} />}
      {state.isError && <LoadFailure what="The second step" query={state} />}
      {state.data && (
        <div className={`stack ${styles.part}`}>
          {!isOn && (
            <p>
              It is off: you sign in with your password alone. With a second step, somebody who
              learns your password still can’t get in.
            </p>
          )}
          {isOn && (
            <SecondStepList
              state={state.data}
              onRemoveApp={removeApp}
              onRemovePasskey={removePasskey}
              onRenewCodes={renewCodes}
            />
          )}
          {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
          {adding === 'app' && <SetUpApp onAdded={added} onCancel={() => setAdding(null)} />}
          {adding === 'passkey' && <AddPasskey onAdded={added} onCancel={() => setAdding(null)} />}
          {adding === null && !codes && (
            <div className={`flex-wrap ${styles.buttons}`}>
              {!state.data.code && (
                <SecondaryButton onClick={() => setAdding('app')}>
                  Use an authenticator app
                </SecondaryButton>
              )}
              <SecondaryButton onClick={() => setAdding('passkey')}>Add a passkey</SecondaryButton>
            </div>
          )}
        </div>
      )}
      <Modal opened={question !== null} onClose={() => setQuestion(null)} title={question?.title}>
        {question && <Question question={question} onClose={() => setQuestion(null)} />}
      </Modal>
    </Block>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The codes are shown only here. */
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
  readonly onRemovePasskey: (id: number, name: string) => void
  readonly onRenewCodes: () => void
}

function SecondStepList({
  state,
  onRemoveApp,
  onRemovePasskey,
  onRenewCodes,
}: SecondStepListProps) {
  const left = state.recoveryCodesLeft
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
            <p className="hint">{passkeyUse(passkey)}</p>
          </div>
          <SmallButton
            aria-label={`Remove (${passkey.name})`}
            onClick={() => onRemovePasskey(passkey.id, passkey.name)}
          >
            Remove
          </SmallButton>
        </li>
      ))}
      <li className={`flex-middle ${rows.row}`}>
        <div>
          <div className="breakable medium">Recovery codes</div>
          <p className="hint">{left === 1 ? 'One left.' : `${left} left.`}</p>
        </div>
        <SmallButton onClick={onRenewCodes}>New recovery codes</SmallButton>
      </li>
    </ul>
  )
}

const passkeyUse = ({ createdAt, usedAt }: Passkey) =>
  `Passkey, added on ${formatDate(createdAt)}, ${usedAt ? `last used on ${formatDate(usedAt)}` : 'not used yet'}.`

export interface PasswordQuestion {
  readonly title: string
  readonly message: string
  readonly button: string
  readonly act: (password: string) => Promise<unknown>
}

/** Asks for the password again: an unattended browser must not be enough to weaken the account. */
function Question({
  question,
  onClose,
}: {
  readonly question: PasswordQuestion
  readonly onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const act = useMutation({
    mutationFn: question.act,
    onSuccess: onClose,
    onError: () => field.current?.select(),
  })
  const problem = fieldErrors(act.error).password

  const submit = onTyped((typed) => act.isPending || act.mutate(typed('password')))

  return (
    <form onSubmit={submit} noValidate aria-busy={act.isPending}>
      <Stack>
        <Text>{question.message} Please confirm with your password.</Text>
        <PasswordInput
          ref={field}
          data-autofocus
          label="Password"
          name="password"
          autoComplete="current-password"
          error={problem}
        />
        {act.isError && !problem && <ErrorMessage>{serverMessage(act.error)}</ErrorMessage>}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" loading={act.isPending}>
            {question.button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
