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
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { serverMessage } from '../../../../client/api-error.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { askToConfirm } from '../../../../ui/forms/ask-to-confirm.tsx'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { EditForm } from '../../../../ui/forms/edit-form.tsx'
import { useItem } from '../item-context.ts'
import { offerNewestUndo } from '../undo.ts'
import { TranslationField } from './translation-field.tsx'
import styles from './translations.module.css'
import { textIn, useDraft, useTranslation } from './use-translation.ts'

interface TranslationEditorProps {
  readonly lang: TextLanguage
  readonly attributes: readonly Attribute[]
  /** Tells whoever closes the editor that something would be lost. */
  readonly hasEdits: RefObject<boolean>
  readonly atEnd: boolean
  readonly asked: ReactNode
  readonly onClose: () => void
}

const saveLabels: Record<TranslationState, string> = { draft: 'Save draft', checked: 'Save and mark as checked' }

/** The original on the left, a language on the right, field by field. */
export function TranslationEditor({ lang, attributes, hasEdits, atEnd, asked, onClose }: TranslationEditorProps) {
  const { item, refresh } = useItem()
  const fields = translatedFields(attributes).filter(
    (field) => originalOf(item, field).trim() !== '' || textIn(item, lang, field) !== '',
  )
  const [opened] = useState(item)
  const edit = useTranslation(item, lang, fields)
  const { seen, values, isDirty } = edit
  const draft = useDraft({ item: seen, lang, values, set: edit.set })
  useEffect(() => {
    hasEdits.current = isDirty
    return () => {
      hasEdits.current = false
    }
  }, [hasEdits, isDirty])

  const language = languageNames[lang]
  const meaning = meaningOf(attributes)
  const labelOf = (field: string) =>
    ({ name: 'Name', description: 'Description' })[field] ?? attributeLabel(meaning(field))
  const stateOf = (field: string) => fieldTextState(seen, lang, field)
  const names = namesOf(seen, attributes, values.name ?? '')
  const isPublished = fields.some((field) => ['checked', 'outdated'].includes(stateOf(field)))
  // Visitors read no drafts.
  const isTakenAsDraft = fields.some(
    (field) => values[field] !== textIn(seen, lang, field) && ['checked', 'outdated'].includes(stateOf(field)),
  )
  const canBeChecked = fields.some((field) => ['draft', 'outdated'].includes(stateOf(field)))
  // What a model wrote is saved as a draft first, for somebody to read in peace.
  const primary: TranslationState = draft.drafted || (isDirty && !isPublished) ? 'draft' : 'checked'
  const other: TranslationState = primary === 'draft' ? 'checked' : 'draft'

  const save = async (state: TranslationState) => {
    const same = fields.filter(
      (field) => field !== 'name' && values[field]?.trim() && values[field]?.trim() === originalOf(seen, field).trim(),
    )
    const isSure =
      same.length === 0 ||
      (await askToConfirm({
        title: 'Same as the original',
        message: `${same.map(labelOf).join(', ')}: the text is the same as the original. Is it meant to be the same in ${language}?`,
      }))
    if (!isSure) return
    await edit.saveAs(state, same.length > 0, async () => {
      draft.forget()
      await refresh()
      const outcome = state === 'draft' ? 'saved as a draft.' : 'marked as checked.'
      const note = state === 'draft' && isTakenAsDraft ? ' Visitors read the original until it is checked.' : ''
      const message = `${language} ${outcome}${note}`
      offerNewestUndo({ itemId: item.id, kind: 'texts', message, refresh })
    })
  }
  const draftFields = () => {
    const written = fields.filter((field) => originalOf(seen, field).trim() !== '')
    const wanted = written.filter((field) => !values[field] || stateOf(field) === 'outdated')
    draft.ask(wanted.length > 0 ? wanted : written)
  }

  if (fields.length === 0) return <p className={styles.nothing}>There is no text to translate yet.</p>
  return (
    <EditForm
      edit={edit}
      what="translation"
      label={`Translation into ${language}`}
      labelOf={labelOf}
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
      extra={<DraftButtons {...draft} onDraft={draftFields} disabled={edit.saving} />}
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
          Drafted by {draft.drafted.engine}. Please read it and correct it; visitors see it once somebody has marked it
          as checked.
        </p>
      )}
      {draft.error !== null && <ErrorMessage>No draft was made. {serverMessage(draft.error)}</ErrorMessage>}
      {fields.map((field) => (
        <TranslationField
          key={field}
          asked={field === 'description' && asked}
          label={labelOf(field)}
          language={language}
          lang={lang}
          from={seen.language}
          original={originalOf(seen, field)}
          source={seen.texts[lang]?.[field]?.source ?? originalOf(opened, field)}
          state={stateOf(field)}
          isSaved={values[field] === textIn(seen, lang, field)}
          isTitle={field === 'name'}
          atEnd={atEnd && field === 'description'}
          names={names}
          value={values[field] ?? ''}
          readOnly={edit.saving || draft.isWorking}
          error={edit.errors[field]}
          onChange={(value) => edit.set(field, value)}
        />
      ))}
    </EditForm>
  )
}

type Draft = ReturnType<typeof useDraft>

interface DraftButtonsProps extends Pick<Draft, 'isOffered' | 'isWorking' | 'drafted' | 'cancel' | 'revert'> {
  readonly disabled: boolean
  readonly onDraft: () => void
}

function DraftButtons({ isOffered, isWorking, drafted, disabled, cancel, revert, onDraft }: DraftButtonsProps) {
  if (!isOffered) return null
  if (isWorking)
    return (
      <div className="row">
        <span role="status">Drafting …</span>
        <SecondaryButton size="compact-md" onClick={cancel}>
          Stop drafting
        </SecondaryButton>
      </div>
    )
  return (
    <div className="row">
      <SecondaryButton disabled={disabled} onClick={onDraft}>
        Draft a translation
      </SecondaryButton>
      {drafted && (
        <SecondaryButton disabled={disabled} onClick={revert}>
          Revert
        </SecondaryButton>
      )}
    </div>
  )
}

/** Names that must stay: those of people and makes, and the item's own where it is not translated. */
const namesOf = ({ name, tags }: ItemDetail, attributes: readonly Attribute[], translatedName: string): string[] => [
  ...attributes.flatMap((attribute) => (attribute.names ? (tags[attribute.tag_key] ?? []) : [])),
  ...(['', name].includes(translatedName) ? [name] : []),
]
