import { Button, Radio, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import {
  emailTakenCode,
  genders,
  genderTitles,
  mayManageRole,
  roleNames,
  roles,
  type UserFields,
} from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { ApiError, getFieldErrors } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { formatSaveError } from '../../ui/forms/use-edit.ts'
import styles from './user-form.module.css'

const savedNotificationId = 'user-saved'
/** Long enough to read what to do. */
const errorNotificationMs = 20_000

interface UserFormProps {
  readonly initial: UserFields
  readonly isBusy: boolean
  /** Whether the user was deleted, so that unsaved changes no longer matter. */
  readonly isDeleted?: boolean
  /** Resolves to the id of the user. */
  readonly save: (fields: UserFields) => Promise<number>
  readonly savedMessage: string
  readonly roleHint?: string
  readonly onSaved?: () => void
  readonly onBack: () => void
  readonly extra?: ReactNode
  /** Message about the failure of another action, such as deleting. */
  readonly failure?: ReactNode
}

/** The form for a new user or an existing one. */
export function UserForm(props: UserFormProps) {
  const { isBusy, roleHint, onBack, extra, failure } = props
  const { user: actor } = useSignedIn()
  const { form, problem, isSending, submit } = useUserForm(props)
  const isLocked = isBusy || isSending

  const renderTextInput = (
    name: keyof UserFields,
    label: string,
    inputProps?: Pick<TextInputProps, 'description' | 'type'>,
  ) => (
    <TextInput
      key={form.key(name)}
      label={label}
      autoComplete="off"
      readOnly={isLocked}
      {...inputProps}
      {...form.getInputProps(name)}
    />
  )

  return (
    <form onSubmit={submit(false)} noValidate aria-busy={isLocked} className={styles.form}>
      <Radio.Group
        key={form.key('role')}
        label="Role"
        description={roleHint}
        {...form.getInputProps('role')}
      >
        <div className={`flex-wrap ${styles.choices}`}>
          {roles
            .filter((role) => mayManageRole(actor.role, role))
            .map((role) => (
              <Radio key={role} value={role} label={roleNames[role]} />
            ))}
        </div>
      </Radio.Group>
      {renderTextInput('email', 'E-mail', { description: 'Optional for employees', type: 'email' })}
      <Radio.Group key={form.key('gender')} label="Gender" {...form.getInputProps('gender')}>
        <div className={`flex-wrap ${styles.choices}`}>
          {genders.map((gender) => (
            <Radio key={gender} value={gender} label={genderTitles[gender]} />
          ))}
        </div>
      </Radio.Group>
      <div className={styles.pair}>
        {renderTextInput('firstName', 'First name')}
        {renderTextInput('lastName', 'Last name')}
      </div>
      {renderTextInput('phone', 'Phone', {
        description: 'In international format, for example +41 79 123 45 67',
        type: 'tel',
      })}
      {failure || (problem && <ErrorMessage>{problem}</ErrorMessage>)}
      <div className={styles.buttons}>
        {extra}
        <div className={`row-end ${styles.main}`}>
          <SecondaryButton onClick={onBack}>Back</SecondaryButton>
          <SecondaryButton loading={isSending} disabled={isBusy} onClick={() => submit(true)()}>
            Save and send link
          </SecondaryButton>
          <Button type="submit" loading={form.submitting && !isSending} disabled={isLocked}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}

/** State of the form. Saves the user, and sends a link for a new password if requested. */
function useUserForm({
  initial,
  isBusy,
  isDeleted = false,
  save,
  savedMessage,
  onSaved,
}: UserFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const form = useForm<UserFields>({ mode: 'uncontrolled', initialValues: initial })
  useRegisterUnsavedForm(() => !isDeleted && form.isDirty())

  /** Sends the link; resolves to the notification about the save and the link. */
  const sendLink = async (userId: number, email: string) => {
    setSending(true)
    try {
      await call('POST /admin/users/send-password-link', { body: { userId } })
      return { message: `${savedMessage} Email with password link sent to: ${email}` }
    } catch {
      const message = `${savedMessage} Error: Could not send the e-mail. Please try again from the list of users.`
      return { color: 'red', autoClose: errorNotificationMs, message }
    } finally {
      setSending(false)
    }
  }

  const showProblem = (message: string, errors: Record<string, string | true>) => {
    form.setErrors(errors)
    setProblem(message)
    const [firstField] = Object.keys(errors)
    if (firstField) form.getInputNode(firstField)?.focus()
  }

  const submit = (sendsLink: boolean) =>
    form.onSubmit(async (fields) => {
      if (isBusy || isSending) return

      setProblem(null)
      form.clearErrors()
      // Hides the outcome of an earlier attempt.
      notifications.hide(savedNotificationId)
      if (sendsLink && fields.email.trim() === '')
        return showProblem('Nothing was saved.', {
          email: 'Please enter the e-mail address to send the link to.',
        })

      let userId: number
      try {
        userId = await save(fields)
      } catch (error) {
        return showProblem(
          formatUserSaveError(error),
          isEmailTaken(error) ? { email: true } : getFieldErrors(error),
        )
      }

      form.resetDirty(fields)
      const notice = sendsLink
        ? await sendLink(userId, fields.email.trim())
        : { message: savedMessage }
      notifications.show({ id: savedNotificationId, ...notice })
      onSaved?.()
    })

  return { form, problem, isSending, submit }
}

const isEmailTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.message === emailTakenCode

const formatUserSaveError = (error: unknown): string =>
  isEmailTaken(error) ? 'Error saving: e-mail address already exists.' : formatSaveError(error)
