import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { productName } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { call } from '../../../client/call.ts'
import { query } from '../../../client/query.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { SuccessMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { Block } from '../../../ui/layout/block.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { saveFile } from '../../../ui/lists/save-file.ts'
import { copyText } from '../../../ui/text/copy-text.ts'
import { AddPasskey } from './add-passkey.tsx'
import { PasswordDialog, type PasswordQuestion } from './password-dialog.tsx'
import styles from './second-step.module.css'
import { SecondStepList } from './second-step-list.tsx'
import { SetUpApp } from './set-up-app.tsx'

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
  const renewCodes = () =>
    setQuestion({
      title: 'New recovery codes',
      message: 'The old recovery codes will stop working.',
      button: 'Create new codes',
      act: async (password) => {
        const renewed = await call('POST /user/second-step/recovery-codes', { body: { password } })
        setCodes(renewed.recoveryCodes)
        await refresh()
      },
    })
  const removeApp = () =>
    setQuestion({
      title: 'Switch off the authenticator app',
      message: 'You will no longer be asked for a code from the app.',
      button: 'Switch off',
      act: async (password) => {
        await call('POST /user/second-step/code/remove', { body: { password } })
        await refresh()
      },
    })
  const removePasskey = (id: number, name: string) =>
    setQuestion({
      title: 'Remove passkey',
      message: `The passkey “${name}” will no longer work.`,
      button: 'Remove',
      act: async (password) => {
        await call('POST /user/second-step/passkeys/remove', { body: { id, password } })
        await refresh()
      },
    })

  const isOn = state.data !== undefined && (state.data.code || state.data.passkeys.length > 0)
  return (
    <Block title="Second step">
      {state.isPending && <RowSkeletons label="Loading the second step" rows={2} />}
      {state.isError && <LoadFailure what="The second step" query={state} />}
      {state.data && (
        <div className={`stack ${styles.part}`}>
          {!isOn && (
            <p>
              It is off: you sign in with your password alone. With a second step, somebody who learns your password
              still can’t get in.
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
                <SecondaryButton onClick={() => setAdding('app')}>Use an authenticator app</SecondaryButton>
              )}
              <SecondaryButton onClick={() => setAdding('passkey')}>Add a passkey</SecondaryButton>
            </div>
          )}
        </div>
      )}
      <PasswordDialog question={question} onClose={() => setQuestion(null)} />
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
        Keep these recovery codes in a safe place. Each one signs you in once if you don’t have your phone or passkey.
        They will not be shown again.
      </SuccessMessage>
      <ul ref={list} className={`frame ${styles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`flex-wrap ${styles.buttons}`}>
        <SecondaryButton
          onClick={() =>
            saveFile(`${productName.toLowerCase()}-recovery-codes.txt`, new Blob([text], { type: 'text/plain' }))
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
