import {
  type Attribute,
  attributeLabel,
  definitionLookup,
  getFieldTextState,
  getOriginalText,
  type ItemDetail,
  languageNames,
  listTranslatableFields,
  type TextLanguage,
  type TranslationState,
} from '@vitrine/contract'
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { getServerMessage } from '../../../../client/api-error.ts'
import { askToConfirm } from '../../../../ui/feedback/dialogs.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { EditForm } from '../../../../ui/forms/edit-form.tsx'
import { focusAtEndProps } from '../../../../ui/forms/fields.tsx'
import { useItem, useOfferHistoryUndo } from '../item-context.ts'
import { ModelDraftButtons, useModelDraft } from './model-draft.tsx'
import { TranslationField } from './translation-field.tsx'
import styles from './translations.module.css'
import { getTranslatedText, type TranslationEdit, useTranslationEdit } from './use-translation.ts'

interface TranslationEditorProps {
  readonly lang: TextLanguage
  readonly attributes: readonly Attribute[]
  /** Set to a function that discards edits while there are any, else to null. */
  readonly discardEdits: RefObject<(() => void) | null>
  /** Whether to put the cursor at the end of the description. */
  readonly atEnd: boolean
  /** The visitor's question, shown above the description. */
  readonly question: ReactNode
  readonly onClose: () => void
}

const saveLabels: Record<TranslationState, string> = {
  draft: 'Save draft',
  checked: 'Save and mark as checked',
}

/** Shows the original beside a translation, field by field. */
export function TranslationEditor(props: TranslationEditorProps) {
  const { lang, attributes, discardEdits, atEnd, question, onClose } = props
  const { item, refresh } = useItem()
  const offerUndo = useOfferHistoryUndo()
  const fields = listTranslatableFields(attributes)
  const edit = useTranslationEdit(item, lang, fields)
  const { seen, values, isDirty } = edit
  const draft = useModelDraft({ item: seen, lang, edit })
  useDiscardEdits(discardEdits, edit)
  const { getState, hidesCheckedText, canBeChecked, defaultState } = getTranslationStates(
    edit,
    lang,
    fields,
  )
  // A model's text is saved as a draft by default, to be checked later.
  const primary: TranslationState = draft.drafted ? 'draft' : defaultState
  const other: TranslationState = primary === 'draft' ? 'checked' : 'draft'
  const language = languageNames[lang]
  const getLabel = createGetLabel(attributes)

  const save = async (state: TranslationState) => {
    const sameFields = listFieldsLikeOriginal(edit, fields)
    if (sameFields.length > 0 && !(await confirmSameText(sameFields.map(getLabel), language)))
      return

    await edit.saveAs(state, sameFields.length > 0, async () => {
      draft.forget()
      await refresh()
      offerUndo('texts', `${language} ${formatOutcome(state, hidesCheckedText)}`)
    })
  }
  const draftFields = () => {
    const filled = fields.filter((field) => getOriginalText(seen, field).trim() !== '')
    const missing = filled.filter((field) => !values[field] || getState(field) === 'outdated')
    draft.request(missing.length > 0 ? missing : filled)
  }

  const shown = fields.filter(
    (field) =>
      getOriginalText(item, field).trim() !== '' ||
      getTranslatedText(item, lang, field) !== '' ||
      (values[field] ?? '') !== '',
  )
  if (shown.length === 0)
    return <p className={styles.nothing}>There is no text to translate yet.</p>

  const names = listFixedNames(seen, attributes, values.name ?? '')
  return (
    <EditForm
      edit={edit}
      what="translation"
      label={`Translation into ${language}`}
      getLabel={getLabel}
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
        hidesCheckedText && (
          <p className={styles.hint}>While it is a draft, visitors read the original.</p>
        )
      }
    >
      <TranslationNotes draft={draft} isOriginalNewer={edit.isOriginalNewer} />
      {shown.map((field) => (
        <TranslationField
          key={field}
          label={getLabel(field)}
          lang={lang}
          original={{
            text: getOriginalText(seen, field),
            language: seen.language,
            source: edit.getSource(field),
          }}
          state={
            values[field] === getTranslatedText(seen, lang, field) ? getState(field) : 'unsaved'
          }
          isName={field === 'name'}
          names={names}
          value={values[field] ?? ''}
          onChange={(value) => edit.set(field, value)}
          input={{
            readOnly: edit.saving || draft.isWorking,
            error: edit.errors[field],
            ...(atEnd && field === 'description' && focusAtEndProps),
          }}
        >
          {field === 'description' && question}
        </TranslationField>
      ))}
    </EditForm>
  )
}

interface TranslationNotesProps {
  readonly draft: Pick<ReturnType<typeof useModelDraft>, 'drafted' | 'error'>
  readonly isOriginalNewer: boolean
}

const TranslationNotes = ({ draft, isOriginalNewer }: TranslationNotesProps) => (
  <>
    {draft.drafted && (
      <p role="status" className={styles.note}>
        Drafted by {draft.drafted.engine}. Please read and correct it. Visitors see it once it is
        marked as checked.
      </p>
    )}
    {isOriginalNewer && (
      <p role="status" className={styles.note}>
        The original has changed since you typed this. Please compare it with your translation.
      </p>
    )}
    {draft.error !== null && (
      <ErrorMessage>No draft was created. {getServerMessage(draft.error)}</ErrorMessage>
    )}
  </>
)

/** Lets the parent discard unsaved edits. */
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

/** The states of the texts in a language, and the consequences of a save. */
function getTranslationStates(
  { seen, values, isDirty }: TranslationEdit,
  lang: TextLanguage,
  fields: readonly string[],
) {
  const getState = (field: string) => getFieldTextState(seen, lang, field)
  const isPublished = (field: string) => ['checked', 'outdated'].includes(getState(field))
  return {
    getState,
    /** Whether a draft would replace a text that visitors read now. */
    hidesCheckedText: fields.some(
      (field) =>
        (values[field] ?? '') !== getTranslatedText(seen, lang, field) && isPublished(field),
    ),
    canBeChecked: fields.some((field) => ['draft', 'outdated'].includes(getState(field))),
    /** The state in which the main button saves. */
    defaultState: isDirty && !fields.some(isPublished) ? 'draft' : 'checked',
  } as const
}

function formatOutcome(state: TranslationState, hidesCheckedText: boolean): string {
  if (state === 'checked') return 'marked as checked.'
  const note = hidesCheckedText ? ' Visitors read the original until it is checked.' : ''
  return `saved as a draft.${note}`
}

const listFieldsLikeOriginal = (
  { seen, values }: TranslationEdit,
  fields: readonly string[],
): string[] =>
  fields.filter(
    (field) =>
      field !== 'name' &&
      values[field]?.trim() &&
      values[field]?.trim() === getOriginalText(seen, field).trim(),
  )

const confirmSameText = (labels: readonly string[], language: string): Promise<boolean> =>
  askToConfirm({
    title: 'Same as the original',
    message: `${labels.join(', ')}: the text is the same as the original. Is it meant to be the same in ${language}?`,
  })

function createGetLabel(attributes: readonly Attribute[]): (field: string) => string {
  const getDefinition = definitionLookup(attributes)
  const labels: Readonly<Record<string, string>> = { name: 'Name', description: 'Description' }
  return (field) => labels[field] ?? attributeLabel(getDefinition(field))
}

/** Names that must not be translated: of people and makes, and the item's own if it is kept. */
const listFixedNames = (
  { name, tags }: ItemDetail,
  attributes: readonly Attribute[],
  translatedName: string,
): string[] => [
  ...attributes.flatMap((attribute) => (attribute.names ? (tags[attribute.tag_key] ?? []) : [])),
  ...(['', name].includes(translatedName) ? [name] : []),
]
