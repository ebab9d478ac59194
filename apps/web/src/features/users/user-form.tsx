import { Button, Radio, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import {
  emailExists,
  genders,
  genderTitles,
  mayManage,
  roleNames,
  roles,
  type UserFields,
} from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { ApiError, fieldErrors } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { useUnsavedChanges } from '../../ui/forms/unsaved.tsx'
import { formatSaveError } from '../../ui/forms/use-edit.ts'
import styles from './user-form.module.css'

const savedNotice = 'user-saved'

interface UserFormProps {
  readonly initial: UserFields
  readonly busy: boolean
  /** True once the user is gone: edits no longer matter. */
  readonly gone?: boolean
  readonly save: (fields: UserFields) => Promise<number>
  readonly savedMessage: string
  readonly roleHint?: string
  readonly onSaved?: () => void
  readonly onBack: () => void
  readonly extra?: ReactNode
  /** Why the last attempt at something else than saving did not work. */
  readonly failure?: ReactNode
}

export function UserForm(props: UserFormProps) {
  const {
    initial,
    busy,
    gone = false,
    save,
    savedMessage,
    roleHint,
    onSaved,
    onBack,
    extra,
    failure,
  } = props
  const { user: actor } = useSignedIn()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<UserFields>({ mode: 'uncontrolled', initialValues: initial })

  useUnsavedChanges(() => !gone && form.isDirty())

  const [isSending, setSending] = useState(false)
  const isBusy = busy || isSending

  const sendLink = async (userId: number, email: string) => {
    setSending(true)
    try {
      await call('POST /admin/users/send-password-link', { body: { userId } })
      return { message: `${savedMessage} Email with password link sent to: ${email}` }
    } catch {
      const message = `${savedMessage} Error: Could not send the e-mail. Please try again from the list of users.`
      return { color: 'red', autoClose: 20_000, message }
    } finally {
      setSending(false)
    }
  }

  const showProblem = (sentence: string, marked: Record<string, string | true>) => {
    form.setErrors(marked)
    setProblem(sentence)
    const first = Object.keys(marked)[0]
    if (first) form.getInputNode(first)?.focus()
  }

  const submit = (withLink: boolean) =>
    form.onSubmit(async (fields) => {
      if (isBusy) return
      setProblem(null)
      form.clearErrors()
      // The outcome of the last attempt must not be shown beside that of this one.
      notifications.hide(savedNotice)
      if (withLink && fields.email.trim() === '')
        return showProblem('Nothing was saved.', {
          email: 'Please enter the e-mail address to send the link to.',
        })
      let id: number
      try {
        id = await save(fields)
      } catch (error) {
        return showProblem(
          userSaveFailure(error),
          isEmailTaken(error) ? { email: true } : fieldErrors(error),
        )
      }
      form.resetDirty(fields)
      const notice = withLink ? await sendLink(id, fields.email.trim()) : { message: savedMessage }
      notifications.show({ id: savedNotice, ...notice })
      onSaved?.()
    })

  const text = (
    name: keyof UserFields,
    label: string,
    more?: Pick<TextInputProps, 'description' | 'type'>,
  ) => (
    <TextInput
      key={form.key(name)}
      label={label}
      autoComplete="off"
      readOnly={isBusy}
      {...more}
      {...form.getInputProps(name)}
    />
  )
  return (
    <form onSubmit={submit(false)} noValidate aria-busy={isBusy} className={styles.form}>
      <Radio.Group
        key={form.key('role')}
        label="Role"
        description={roleHint}
        {...form.getInputProps('role')}
      >
        <div className={`flex-wrap ${styles.choices}`}>
          {roles
            .filter((role) => mayManage(actor.role, role))
            .map((role) => (
              <Radio key={role} value={role} label={roleNames[role]} />
            ))}
        </div>
      </Radio.Group>
      {text('email', 'E-mail', { description: 'Optional for employees', type: 'email' })}
      <Radio.Group key={form.key('gender')} label="Gender" {...form.getInputProps('gender')}>
        <div className={`flex-wrap ${styles.choices}`}>
          {genders.map((gender) => (
            <Radio key={gender} value={gender} label={genderTitles[gender]} />
          ))}
        </div>
      </Radio.Group>
      <div className={styles.pair}>
        {text('firstName', 'First name')}
        {text('lastName', 'Last name')}
      </div>
      {text('phone', 'Phone', {
        description: 'In international format, for example +41 79 123 45 67',
        type: 'tel',
      })}
      {failure || (problem && <ErrorMessage>{problem}</ErrorMessage>)}
      <div className={styles.buttons}>
        {extra}
        <div className={`row-end ${styles.main}`}>
          <SecondaryButton onClick={onBack}>Back</SecondaryButton>
          <SecondaryButton loading={isSending} disabled={busy} onClick={() => submit(true)()}>
            Save and send link
          </SecondaryButton>
          <Button type="submit" loading={form.submitting && !isSending} disabled={isBusy}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}

const isEmailTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.message === emailExists

const userSaveFailure = (error: unknown): string =>
  isEmailTaken(error) ? 'Error saving: e-mail address already exists.' : formatSaveError(error)
