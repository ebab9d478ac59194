import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  fieldNames,
  type ItemType,
  inventoryTypes,
  itemTypes,
  languageNames,
  type MuseumInfo,
  type MuseumState,
  type MuseumTextState,
  museumFields,
  museumStateField,
  museumTextField,
  museumTopicNames,
  museumTopics,
  type TextLanguage,
  textLanguages,
} from '@vitrine/contract'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { historyKey } from '../../client/queries.ts'
import { query } from '../../client/query.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'
import { EditForm, type RenderHistory } from '../../ui/forms/edit-form.tsx'
import { SelectField, TextArea, ToggleButtons } from '../../ui/forms/fields.tsx'
import { confirmLeave, UnsavedGuard } from '../../ui/forms/unsaved.tsx'
import { explainFieldErrors, useEdit } from '../../ui/forms/use-edit.ts'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import styles from './museums-page.module.css'

interface MuseumsPageProps {
  readonly type: ItemType
  readonly onType: (type: ItemType) => void
  readonly history: RenderHistory
}

const museums = itemTypes.map((type) => ({ key: type, text: inventoryTypes[type].museum }))
const all = query('GET /museums')

/**
 * What visitors are told about each museum: hours, tickets, how to get here, facilities, contact.
 */
export function MuseumsPage({ type, onType, history }: MuseumsPageProps) {
  const list = useQuery(all)
  const queries = useQueryClient()
  // A form begins again after a save and a discarded edit.
  const [begun, setBegun] = useState(0)
  const museum = list.data?.find((one) => one.type === type)
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: all.queryKey })
    await queries.invalidateQueries({ queryKey: historyKey('museum') })
    setBegun((times) => times + 1)
  }
  const change = async (to: ItemType) => {
    if (to !== type && (await confirmLeave())) onType(to)
  }
  return (
    <UnsavedGuard>
      <PageHeader title="Museums" accent={type} />
      <div className={styles.page}>
        <ToggleButtons
          label="Museum"
          labelHidden
          options={museums}
          chosen={[type]}
          onToggle={change}
        />
        <p className={styles.hint}>
          Visitors read this on the start page of the museum and below the events, and the guide
          answers with it. Drafts are not shown. Readers of other languages see the English text.
        </p>
        {list.isPending && <RowSkeletons label="Loading the museums" />}
        {list.isError && <LoadFailure what="The museums" query={list} />}
        {museum && (
          <MuseumForm
            key={`${type} ${begun}`}
            museum={museum}
            history={history}
            onSaved={async () => {
              await refresh()
              notifications.show({ message: 'Saved. Visitors see it now.' })
            }}
            onCancel={() => setBegun((times) => times + 1)}
          />
        )}
      </div>
    </UnsavedGuard>
  )
}

interface MuseumFormProps {
  readonly museum: MuseumInfo
  readonly history: RenderHistory
  readonly onSaved: () => Promise<void>
  readonly onCancel: () => void
}

const names = fieldNames(museumFields)
const toValues = (museum: MuseumInfo): FieldValues =>
  Object.fromEntries(names.map((name) => [name, museum[name]]))

function MuseumForm({ museum, history, onSaved, onCancel }: MuseumFormProps) {
  const { type } = museum
  const queries = useQueryClient()
  const edit = useEdit({
    thing: museum,
    read: toValues,
    write: (values, version) =>
      call('POST /museums/save', {
        body: { type, museum: values as unknown as MuseumState, version },
      }),
    explain: explainFieldErrors('museum'),
  })
  // The form stays: the history in it says what came of the undo.
  const takeUndone = async () => {
    const saved = (await queries.fetchQuery({ ...all, staleTime: 0 })).find(
      (one) => one.type === type,
    )
    if (saved) edit.follow(saved)
  }
  return (
    <EditForm
      edit={edit}
      what="museum"
      getLabel={(field) => museumFields[field as keyof MuseumState]?.label ?? field}
      label={inventoryTypes[type].museum}
      className={`surface stack ${styles.form}`}
      saveLabel="Save"
      unchanged={!edit.isDirty}
      sticky
      onSaved={onSaved}
      onCancel={onCancel}
      footer={history({ id: museum.id, isEdited: edit.isDirty, onUndone: takeUndone })}
    >
      <div className={styles.contact}>
        <TextInput label="E-mail" type="email" autoComplete="off" {...edit.field('email')} />
        <TextInput label="Telephone" type="tel" autoComplete="off" {...edit.field('telephone')} />
      </div>
      <div className={styles.languages}>
        {textLanguages.map((language) => (
          <Language key={language} language={language} edit={edit} />
        ))}
      </div>
    </EditForm>
  )
}

interface LanguageProps {
  readonly language: TextLanguage
  readonly edit: Pick<ReturnType<typeof useEdit>, 'field' | 'values' | 'set' | 'saving'>
}

const states: Readonly<Record<MuseumTextState, string>> = {
  draft: 'Draft',
  checked: 'Checked',
  outdated: 'Outdated: another language has changed since',
}

function Language({ language, edit }: LanguageProps) {
  const name = languageNames[language]
  const field = museumStateField(language)
  const state = edit.values[field] as MuseumTextState
  // 'Outdated' is never chosen: it follows from a change of another language.
  const choices = (Object.keys(states) as MuseumTextState[]).filter(
    (one) => one !== 'outdated' || one === state,
  )
  return (
    <fieldset className={styles.language}>
      <legend>{name}</legend>
      <SelectField
        label="State"
        aria-label={`State of the ${name} texts`}
        value={state}
        disabled={edit.saving}
        options={choices.map((one) => [one, states[one]] as const)}
        onChange={(value) => edit.set(field, value)}
      />
      {museumTopics.map((topic) => (
        <TextArea
          key={topic}
          label={museumTopicNames[topic]}
          aria-label={`${museumTopicNames[topic]} (${name})`}
          lang={language}
          rows={5}
          {...edit.field(museumTextField(topic, language))}
        />
      ))}
    </fieldset>
  )
}
