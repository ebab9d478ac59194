import { Button, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { genders, genderTitles, mayManage, roleNames, roles, type UserFields } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { fieldErrors } from '../../client/api-error.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { useUnsaved } from '../../ui/forms/unsaved.tsx'
import { isEmailTaken, userSaveFailure } from './save-failure.ts'
import styles from './user-form.module.css'

interface UserFormProps {
  readonly initial: UserFields
  /** True while a save or a delete is under way. */
  readonly busy: boolean
  /** True once the user is gone: edits no longer matter. */
  readonly gone?: boolean
  readonly save: (fields: UserFields) => Promise<void>
  readonly onSaved: () => void
  readonly onBack: () => void
  /** What only one of the two modes offers, beside Back and Save. */
  readonly extra?: ReactNode
  /** Why the last attempt at something else than saving did not work. */
  readonly failure?: ReactNode
}

export function UserForm({ initial, busy, gone = false, save, onSaved, onBack, extra, failure }: UserFormProps) {
  const { user: actor } = useSignedIn()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<UserFields>({ mode: 'uncontrolled', initialValues: initial })

  useUnsaved(() => !gone && form.isDirty())

  const submit = form.onSubmit(async (fields) => {
    if (busy) return
    setProblem(null)
    form.clearErrors()
    try {
      await save(fields)
      form.resetDirty(fields)
      onSaved()
    } catch (error) {
      const marked = isEmailTaken(error) ? { email: true } : fieldErrors(error)
      form.setErrors(marked)
      setProblem(userSaveFailure(error))
      const first = Object.keys(marked)[0]
      if (first) form.getInputNode(first)?.focus()
    }
  })

  return (
    <form onSubmit={submit} noValidate aria-busy={busy} className={styles.form}>
      <Radio.Group key={form.key('role')} label="Role" {...form.getInputProps('role')}>
        <div className={styles.choices}>
          {roles
            .filter((role) => mayManage(actor.role, role))
            .map((role) => (
              <Radio key={role} value={role} label={roleNames[role]} />
            ))}
        </div>
      </Radio.Group>
      <TextInput
        key={form.key('email')}
        label="E-mail"
        description="Optional for employees"
        type="email"
        autoComplete="off"
        readOnly={busy}
        {...form.getInputProps('email')}
      />
      <Radio.Group key={form.key('gender')} label="Gender" {...form.getInputProps('gender')}>
        <div className={styles.choices}>
          {genders.map((gender) => (
            <Radio key={gender} value={gender} label={genderTitles[gender]} />
          ))}
        </div>
      </Radio.Group>
      <div className={styles.pair}>
        <TextInput
          key={form.key('firstName')}
          label="First name"
          autoComplete="off"
          readOnly={busy}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          key={form.key('lastName')}
          label="Last name"
          autoComplete="off"
          readOnly={busy}
          {...form.getInputProps('lastName')}
        />
      </div>
      <TextInput
        key={form.key('phone')}
        label="Phone"
        description="In international format, for example +41 79 123 45 67"
        type="tel"
        autoComplete="off"
        readOnly={busy}
        {...form.getInputProps('phone')}
      />
      {failure || (problem && <ErrorMessage>{problem}</ErrorMessage>)}
      <div className={styles.buttons}>
        {extra}
        <div className={styles.main}>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" loading={form.submitting} disabled={busy}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}
