import {
  type Attribute,
  attributeLabel,
  fieldTextState,
  type ItemDetail,
  languageNames,
  meaningOf,
  originalOf,
  type TextLanguage,
  type TranslationState,
  translatedFields,
} from '@vitrine/contract'
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { serverMessage } from '../../../../client/api-error.ts'
import { askToConfirm } from '../../../../ui/feedback/dialogs.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { EditForm } from '../../../../ui/forms/edit-form.tsx'
import { focusAtEndProps } from '../../../../ui/forms/fields.tsx'
import { useHistoryUndo, useItem } from '../item-context.ts'
import { ModelDraftButtons, useModelDraft } from './model-draft.tsx'
import { TranslationField } from './translation-field.tsx'
import styles from './translations.module.css'
import { getTranslatedText, type TranslationEdit, useTranslationEdit } from './use-translation.ts'

interface TranslationEditorProps {
  readonly lang: TextLanguage
  readonly attributes: readonly Attribute[]
  /** Forgets what was typed; null while closing the editor would lose nothing. */
  readonly discardEdits: RefObject<(() => void) | null>
  readonly atEnd: boolean
  readonly asked: ReactNode
  readonly onClose: () => void
}

const saveLabels: Record<TranslationState, string> = {
  draft: 'Save draft',
  checked: 'Save and mark as checked',
}

/** The original on the left, a language on the right, field by field. */
export function TranslationEditor({
  lang,
  attributes,
  discardEdits,
  atEnd,
  asked,
  onClose,
}: TranslationEditorProps) {
  const { item, refresh } = useItem()
  const offerUndo = useHistoryUndo()
  const fields = translatedFields(attributes)
  const edit = useTranslationEdit(item, lang, fields)
  const { seen, values, isDirty } = edit
  const draft = useModelDraft({ item: seen, lang, edit })
  useDiscardEdits(discardEdits, edit)
  const { stateOf, isTakenAsDraft, canBeChecked, usualState } = translationStates(
    edit,
    lang,
    fields,
  )
  // Output of a model is saved as a draft first, to be read later.
  const primary: TranslationState = draft.drafted ? 'draft' : usualState
  const other: TranslationState = primary === 'draft' ? 'checked' : 'draft'
  const language = languageNames[lang]
  const labelOf = labelsOf(attributes)

  const save = async (state: TranslationState) => {
    const same = fieldsLikeOriginal(edit, fields)
    if (same.length > 0 && !(await askIfSameIsMeant(same.map(labelOf), language))) return
    await edit.saveAs(state, same.length > 0, async () => {
      draft.forget()
      await refresh()
      const outcome = state === 'draft' ? 'saved as a draft.' : 'marked as checked.'
      const note =
        state === 'draft' && isTakenAsDraft
          ? ' Visitors read the original until it is checked.'
          : ''
      offerUndo('texts', `${language} ${outcome}${note}`)
    })
  }
  const draftFields = () => {
    const written = fields.filter((field) => originalOf(seen, field).trim() !== '')
    const wanted = written.filter((field) => !values[field] || stateOf(field) === 'outdated')
    draft.ask(wanted.length > 0 ? wanted : written)
  }

  const shown = fields.filter(
    (field) =>
      originalOf(item, field).trim() !== '' ||
      getTranslatedText(item, lang, field) !== '' ||
      (values[field] ?? '') !== '',
  )
  if (shown.length === 0)
    return <p className={styles.nothing}>There is no text to translate yet.</p>
  const names = namesOf(seen, attributes, values.name ?? '')
  return (
    <EditForm
      edit={edit}
      what="translation"
      label={`Translation into ${language}`}
      getLabel={labelOf}
      className={styles.form}
      sticky
      saveLabel={isDirty ? saveLabels[primary] : 'Mark as checked'}
      unchanged={!isDirty && !canBeChecked}
      onSubmit={() => {
        if (isDirty || canBeChecked) void save(primary)
      }}
      onCancel={onClose}
      secondary={
        isDirty &&
        !draft.drafted && (
          <SecondaryButton disabled={edit.saving} onClick={() => void save(other)}>
            {saveLabels[other]}
          </SecondaryButton>
        )
      }
      extra={<ModelDraftButtons {...draft} onDraft={draftFields} disabled={edit.saving} />}
      footer={
        isTakenAsDraft && (
          <p className={styles.hint}>
            As a draft, visitors read the original until somebody marks it as checked again.
          </p>
        )
      }
    >
      {draft.drafted && (
        <p role="status" className={styles.note}>
          Drafted by {draft.drafted.engine}. Please read it and correct it; visitors see it once
          somebody has marked it as checked.
        </p>
      )}
      {edit.isOriginalNewer && (
        <p role="status" className={styles.note}>
          The original has changed since you typed this. Please compare it with your translation.
        </p>
      )}
      {draft.error !== null && (
        <ErrorMessage>No draft was made. {serverMessage(draft.error)}</ErrorMessage>
      )}
      {shown.map((field) => (
        <TranslationField
          key={field}
          label={labelOf(field)}
          lang={lang}
          original={{
            text: originalOf(seen, field),
            language: seen.language,
            source: edit.sourceOf(field),
          }}
          state={
            values[field] === getTranslatedText(seen, lang, field) ? stateOf(field) : 'unsaved'
          }
          isTitle={field === 'name'}
          names={names}
          value={values[field] ?? ''}
          onChange={(value) => edit.set(field, value)}
          input={{
            readOnly: edit.saving || draft.isWorking,
            error: edit.errors[field],
            ...(atEnd && field === 'description' && focusAtEndProps),
          }}
        >
          {field === 'description' && asked}
        </TranslationField>
      ))}
    </EditForm>
  )
}

/** Lets another component forget what was typed, as long as there is something. */
function useDiscardEdits(
  discardEdits: TranslationEditorProps['discardEdits'],
  { isDirty, discard }: TranslationEdit,
) {
  const onDiscard = useEffectEvent(discard)
  useEffect(() => {
    discardEdits.current = isDirty ? () => onDiscard() : null
    return () => {
      discardEdits.current = null
    }
  }, [discardEdits, isDirty])
}

/** How the texts stand in a language, and what a save would make of them. */
function translationStates(
  { seen, values, isDirty }: TranslationEdit,
  lang: TextLanguage,
  fields: readonly string[],
) {
  const stateOf = (field: string) => fieldTextState(seen, lang, field)
  const isPublished = (field: string) => ['checked', 'outdated'].includes(stateOf(field))
  return {
    stateOf,
    /** Whether a draft would take a text from visitors, who read no drafts. */
    isTakenAsDraft: fields.some(
      (field) =>
        (values[field] ?? '') !== getTranslatedText(seen, lang, field) && isPublished(field),
    ),
    canBeChecked: fields.some((field) => ['draft', 'outdated'].includes(stateOf(field))),
    /** In which the first button saves. */
    usualState: isDirty && !fields.some(isPublished) ? 'draft' : 'checked',
  } as const
}

const fieldsLikeOriginal = (
  { seen, values }: TranslationEdit,
  fields: readonly string[],
): string[] =>
  fields.filter(
    (field) =>
      field !== 'name' &&
      values[field]?.trim() &&
      values[field]?.trim() === originalOf(seen, field).trim(),
  )

const askIfSameIsMeant = (labels: readonly string[], language: string): Promise<boolean> =>
  askToConfirm({
    title: 'Same as the original',
    message: `${labels.join(', ')}: the text is the same as the original. Is it meant to be the same in ${language}?`,
  })

function labelsOf(attributes: readonly Attribute[]): (field: string) => string {
  const meaning = meaningOf(attributes)
  const labels: Readonly<Record<string, string>> = { name: 'Name', description: 'Description' }
  return (field) => labels[field] ?? attributeLabel(meaning(field))
}

/** Names that must stay: those of people and makes, and the item's own where it is not translated. */
const namesOf = (
  { name, tags }: ItemDetail,
  attributes: readonly Attribute[],
  translatedName: string,
): string[] => [
  ...attributes.flatMap((attribute) => (attribute.names ? (tags[attribute.tag_key] ?? []) : [])),
  ...(['', name].includes(translatedName) ? [name] : []),
]
