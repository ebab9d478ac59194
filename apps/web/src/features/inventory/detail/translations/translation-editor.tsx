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
  type TextState,
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
  readonly startsAtEnd: boolean
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
  const { lang, attributes, discardEdits, startsAtEnd, question, onClose } = props
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
  const primaryState: TranslationState = draft.drafted ? 'draft' : defaultState
  const otherState: TranslationState = primaryState === 'draft' ? 'checked' : 'draft'
  const language = languageNames[lang]
  const getLabel = createLabelGetter(attributes)

  const save = async (state: TranslationState) => {
    const fieldsLikeOriginal = listFieldsLikeOriginal(edit, fields)
    const hasSameText = fieldsLikeOriginal.length > 0
    if (hasSameText && !(await confirmSameText(fieldsLikeOriginal.map(getLabel), language))) return

    await edit.saveAs(state, hasSameText, async () => {
      draft.forget()
      await refresh()
      offerUndo('texts', `${language} ${formatOutcome(state, hidesCheckedText)}`)
    })
  }

  // Drafts what is missing or outdated; if nothing is, every text anew.
  const requestDraft = () => {
    const filledFields = fields.filter((field) => getOriginalText(seen, field).trim() !== '')
    const fieldsToTranslate = filledFields.filter(
      (field) => !values[field] || getState(field) === 'outdated',
    )
    draft.request(fieldsToTranslate.length > 0 ? fieldsToTranslate : filledFields)
  }

  // A translation is shown even if its original has been emptied.
  const shownFields = fields.filter(
    (field) =>
      getOriginalText(item, field).trim() !== '' ||
      getTranslatedText(item, lang, field) !== '' ||
      (values[field] ?? '') !== '',
  )
  if (shownFields.length === 0)
    return <p className={styles.nothing}>There is no text to translate yet.</p>

  return (
    <EditForm
      edit={edit}
      what="translation"
      label={`Translation into ${language}`}
      getLabel={getLabel}
      className={styles.form}
      sticky
      saveLabel={isDirty ? saveLabels[primaryState] : 'Mark as checked'}
      unchanged={!isDirty && !canBeChecked}
      onSubmit={() => {
        if (isDirty || canBeChecked) void save(primaryState)
      }}
      onCancel={onClose}
      secondary={
        isDirty &&
        !draft.drafted && (
          <SecondaryButton disabled={edit.saving} onClick={() => void save(otherState)}>
            {saveLabels[otherState]}
          </SecondaryButton>
        )
      }
      extra={<ModelDraftButtons {...draft} onDraft={requestDraft} disabled={edit.saving} />}
      footer={
        hidesCheckedText && (
          <p className={styles.hint}>While it is a draft, visitors read the original.</p>
        )
      }
    >
      <TranslationNotes draft={draft} isOriginalNewer={edit.isOriginalNewer} />
      {shownFields.map((field) => (
        <EditedField
          key={field}
          field={field}
          label={getLabel(field)}
          lang={lang}
          edit={edit}
          state={getState(field)}
          fixedNames={listFixedNames(seen, attributes, values.name ?? '')}
          isLocked={edit.saving || draft.isWorking}
          startsAtEnd={startsAtEnd && field === 'description'}
        >
          {field === 'description' && question}
        </EditedField>
      ))}
    </EditForm>
  )
}

interface EditedFieldProps {
  readonly field: string
  readonly label: string
  readonly lang: TextLanguage
  readonly edit: TranslationEdit
  /** State of the saved translation. */
  readonly state: TextState
  readonly fixedNames: readonly string[]
  readonly isLocked: boolean
  readonly startsAtEnd: boolean
  readonly children: ReactNode
}

function EditedField(props: EditedFieldProps) {
  const { field, label, lang, edit, state, fixedNames, isLocked, startsAtEnd, children } = props
  const { seen, values } = edit
  const isSaved = values[field] === getTranslatedText(seen, lang, field)
  const cursorProps = startsAtEnd ? focusAtEndProps : {}

  return (
    <TranslationField
      label={label}
      lang={lang}
      original={{
        text: getOriginalText(seen, field),
        language: seen.language,
        source: edit.getSource(field),
      }}
      state={isSaved ? state : 'unsaved'}
      isName={field === 'name'}
      names={fixedNames}
      value={values[field] ?? ''}
      onChange={(value) => edit.set(field, value)}
      input={{ readOnly: isLocked, error: edit.errors[field], ...cursorProps }}
    >
      {children}
    </TranslationField>
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
  // Visitors read an outdated translation until it is checked again.
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

/** Lists the fields whose translation repeats the original; a name may do so. */
const listFieldsLikeOriginal = (
  { seen, values }: TranslationEdit,
  fields: readonly string[],
): string[] =>
  fields.filter((field) => {
    const text = values[field]?.trim() ?? ''
    return field !== 'name' && text !== '' && text === getOriginalText(seen, field).trim()
  })

const confirmSameText = (labels: readonly string[], language: string): Promise<boolean> =>
  askToConfirm({
    title: 'Same as the original',
    message: `${labels.join(', ')}: the text is the same as the original. Is it meant to be the same in ${language}?`,
  })

function createLabelGetter(attributes: readonly Attribute[]): (field: string) => string {
  const getDefinition = definitionLookup(attributes)
  const labels: Readonly<Record<string, string>> = { name: 'Name', description: 'Description' }
  return (field) => labels[field] ?? attributeLabel(getDefinition(field))
}

/** Lists names that must not be translated: of people and makes, and the item's own if it is kept. */
function listFixedNames(
  { name, tags }: ItemDetail,
  attributes: readonly Attribute[],
  translatedName: string,
): string[] {
  const fixedNames = attributes
    .filter((attribute) => attribute.names)
    .map(({ tag_key }) => tags[tag_key])
    .filter((value) => value !== undefined)
  const isNameKept = translatedName === '' || translatedName === name
  if (isNameKept) fixedNames.push(name)
  return fixedNames
}
