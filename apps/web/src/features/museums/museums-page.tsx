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
import { callQuery } from '../../client/query.ts'
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
  readonly renderHistory: RenderHistory
}

const museums = itemTypes.map((type) => ({ key: type, text: inventoryTypes[type].museum }))
const museumsQuery = callQuery('GET /museums')

/** The screen Museums: each museum's hours, tickets, directions, facilities and contact. */
export function MuseumsPage({ type, onType, renderHistory }: MuseumsPageProps) {
  const list = useQuery(museumsQuery)
  const queries = useQueryClient()
  // Part of the form's key: resets it after a save and after cancelling.
  const [formVersion, setFormVersion] = useState(0)
  const museum = list.data?.find((candidate) => candidate.type === type)

  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: museumsQuery.queryKey })
    await queries.invalidateQueries({ queryKey: historyKey('museum') })
    setFormVersion((version) => version + 1)
  }

  const changeMuseum = async (newType: ItemType) => {
    if (newType !== type && (await confirmLeave())) onType(newType)
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
          onToggle={changeMuseum}
        />
        <p className={styles.hint}>
          Visitors read this on the start page of the museum and below the events, and the guide
          answers with it. Drafts are not shown. Readers of other languages see the English text.
        </p>
        {list.isPending && <RowSkeletons label="Loading the museums" />}
        {list.isError && <LoadFailure what="The museums" query={list} />}
        {museum && (
          <MuseumForm
            key={`${type} ${formVersion}`}
            museum={museum}
            renderHistory={renderHistory}
            onSaved={async () => {
              await refresh()
              notifications.show({ message: 'Saved. Visitors see it now.' })
            }}
            onCancel={() => setFormVersion((version) => version + 1)}
          />
        )}
      </div>
    </UnsavedGuard>
  )
}

interface MuseumFormProps {
  readonly museum: MuseumInfo
  readonly renderHistory: RenderHistory
  readonly onSaved: () => Promise<void>
  readonly onCancel: () => void
}

const museumFieldNames = fieldNames(museumFields)
const toMuseumValues = (museum: MuseumInfo): FieldValues =>
  Object.fromEntries(museumFieldNames.map((name) => [name, museum[name]]))

function MuseumForm({ museum, renderHistory, onSaved, onCancel }: MuseumFormProps) {
  const { type } = museum
  const queries = useQueryClient()

  const edit = useEdit({
    entity: museum,
    read: toMuseumValues,
    write: (values, version) =>
      call('POST /museums/save', {
        body: { type, museum: values as unknown as MuseumState, version },
      }),
    explain: explainFieldErrors('museum'),
  })

  // Keeps the form open, because its history shows the result of the undo.
  const showUndoneState = async () => {
    const infos = await queries.fetchQuery({ ...museumsQuery, staleTime: 0 })
    const undoneMuseum = infos.find((candidate) => candidate.type === type)
    if (undoneMuseum) edit.rebase(undoneMuseum)
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
      footer={renderHistory({ id: museum.id, isEdited: edit.isDirty, onUndone: showUndoneState })}
    >
      <div className={styles.contact}>
        <TextInput label="E-mail" type="email" autoComplete="off" {...edit.fieldProps('email')} />
        <TextInput
          label="Telephone"
          type="tel"
          autoComplete="off"
          {...edit.fieldProps('telephone')}
        />
      </div>
      <div className={styles.languages}>
        {textLanguages.map((language) => (
          <LanguageFields key={language} language={language} edit={edit} />
        ))}
      </div>
    </EditForm>
  )
}

interface LanguageFieldsProps {
  readonly language: TextLanguage
  readonly edit: Pick<ReturnType<typeof useEdit>, 'fieldProps' | 'values' | 'set' | 'saving'>
}

const stateLabels: Readonly<Record<MuseumTextState, string>> = {
  draft: 'Draft',
  checked: 'Checked',
  outdated: 'Outdated: another language has changed since',
}

function LanguageFields({ language, edit }: LanguageFieldsProps) {
  const name = languageNames[language]
  const field = museumStateField(language)
  const state = edit.values[field] as MuseumTextState

  // 'Outdated' cannot be chosen, because it results from a change of another language.
  const choices = (Object.keys(stateLabels) as MuseumTextState[]).filter(
    (candidate) => candidate !== 'outdated' || candidate === state,
  )

  return (
    <fieldset className={styles.language}>
      <legend>{name}</legend>
      <SelectField
        label="State"
        aria-label={`State of the ${name} texts`}
        value={state}
        disabled={edit.saving}
        options={choices.map((candidate) => [candidate, stateLabels[candidate]] as const)}
        onChange={(value) => edit.set(field, value)}
      />
      {museumTopics.map((topic) => (
        <TextArea
          key={topic}
          label={museumTopicNames[topic]}
          aria-label={`${museumTopicNames[topic]} (${name})`}
          lang={language}
          rows={5}
          {...edit.fieldProps(museumTextField(topic, language))}
        />
      ))}
    </fieldset>
  )
}
