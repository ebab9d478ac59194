import { useMutation, useQuery } from '@tanstack/react-query'
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
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverMessage } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { askToConfirm } from '../../../../ui/feedback/dialogs.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { useDraft } from '../../../../ui/forms/drafts.ts'
import { EditForm } from '../../../../ui/forms/edit-form.tsx'
import { explainFieldErrors, useEdit, type Values } from '../../../../ui/forms/use-edit.ts'
import { inventoryQueries } from '../../inventory-queries.ts'
import { useItem, useNewestUndo } from '../item-context.ts'
import { type Drafted, readTranslationDraft, translationDraft } from './translation-draft.ts'
import { TranslationField } from './translation-field.tsx'
import styles from './translations.module.css'

interface TranslationEditorProps {
  readonly lang: TextLanguage
  readonly attributes: readonly Attribute[]
  /** Forgets what was typed; null while closing the editor would lose nothing. */
  readonly discardEdits: RefObject<(() => void) | null>
  readonly atEnd: boolean
  readonly asked: ReactNode
  readonly onClose: () => void
}

const saveLabels: Record<TranslationState, string> = { draft: 'Save draft', checked: 'Save and mark as checked' }

/** The original on the left, a language on the right, field by field. */
export function TranslationEditor({ lang, attributes, discardEdits, atEnd, asked, onClose }: TranslationEditorProps) {
  const { item, refresh } = useItem()
  const offerUndo = useNewestUndo()
  const fields = translatedFields(attributes)
  const edit = useTranslation(item, lang, fields)
  const { seen, values, isDirty } = edit
  const shown = fields.filter(
    (field) =>
      originalOf(item, field).trim() !== '' || textIn(item, lang, field) !== '' || (values[field] ?? '') !== '',
  )
  const draft = useModelDraft({ item: seen, lang, edit })
  const discard = useEffectEvent(edit.discard)
  useEffect(() => {
    discardEdits.current = isDirty ? () => discard() : null
    return () => {
      discardEdits.current = null
    }
  }, [discardEdits, isDirty])

  const language = languageNames[lang]
  const meaning = meaningOf(attributes)
  const labelOf = (field: string) =>
    ({ name: 'Name', description: 'Description' })[field] ?? attributeLabel(meaning(field))
  const stateOf = (field: string) => fieldTextState(seen, lang, field)
  const names = namesOf(seen, attributes, values.name ?? '')
  const isPublished = fields.some((field) => ['checked', 'outdated'].includes(stateOf(field)))
  // Visitors read no drafts.
  const isTakenAsDraft = fields.some(
    (field) => (values[field] ?? '') !== textIn(seen, lang, field) && ['checked', 'outdated'].includes(stateOf(field)),
  )
  const canBeChecked = fields.some((field) => ['draft', 'outdated'].includes(stateOf(field)))
  // Output of a model is saved as a draft first, to be read later.
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
      offerUndo('texts', `${language} ${outcome}${note}`)
    })
  }
  const draftFields = () => {
    const written = fields.filter((field) => originalOf(seen, field).trim() !== '')
    const wanted = written.filter((field) => !values[field] || stateOf(field) === 'outdated')
    draft.ask(wanted.length > 0 ? wanted : written)
  }

  if (shown.length === 0) return <p className={styles.nothing}>There is no text to translate yet.</p>
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
      {edit.isOriginalNewer && (
        <p role="status" className={styles.note}>
          The original has changed since you typed this. Please compare it with your translation.
        </p>
      )}
      {draft.error !== null && <ErrorMessage>No draft was made. {serverMessage(draft.error)}</ErrorMessage>}
      {shown.map((field) => (
        <TranslationField
          key={field}
          asked={field === 'description' && asked}
          label={labelOf(field)}
          language={language}
          lang={lang}
          from={seen.language}
          original={originalOf(seen, field)}
          source={edit.sourceOf(field)}
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

type ModelDraft = ReturnType<typeof useModelDraft>

interface DraftButtonsProps extends Pick<ModelDraft, 'isOffered' | 'isWorking' | 'drafted' | 'cancel' | 'revert'> {
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

class OriginalChanged extends Error {}

const explain = (error: unknown) =>
  error instanceof OriginalChanged
    ? {
        problem: 'Not saved yet: the original has changed. Please compare it with your translation, then save again.',
        errors: {},
      }
    : explainFieldErrors('fields')(error)

export const textIn = (item: ItemDetail, lang: TextLanguage, field: string): string =>
  item.texts[lang]?.[field]?.text ?? ''

/**
 * Edits an item's texts in one language. A save over another text, or of another original than is shown, is asked about. What is typed
 * is kept with the original that it was begun from.
 */
function useTranslation(item: ItemDetail, lang: TextLanguage, fields: readonly string[]) {
  const { draft: kept, keep } = useDraft(translationDraft(item, lang), readTranslationDraft)
  const [originals, setOriginals] = useState(kept?.originals ?? originalsOf(item, fields))
  const [drafted, setDrafted] = useState(kept?.drafted ?? null)
  // Beside the state, because it is kept with the texts that fill the fields at the same time.
  const latestDrafted = useRef(drafted)
  const saving = useRef({ state: 'draft' as TranslationState, same: false, shown: item })
  const edit = useEdit({
    draft: { draft: kept, keep: (next) => keep(next && { ...next, originals, drafted: latestDrafted.current }) },
    thing: item,
    read: (thing) => Object.fromEntries(fields.map((field) => [field, textIn(thing, lang, field)])),
    async write(values, _version, { seen, base }) {
      const { state, same, shown } = saving.current
      if (fields.some((field) => originalOf(seen, field) !== originalOf(shown, field))) throw new OriginalChanged()
      // A draft is made of what was changed; the whole language is checked at once.
      const sent = fields.flatMap((field) => {
        const [text, was] = [values[field] ?? '', base[field] ?? '']
        const isSent = text !== was || (state === 'checked' && text !== '')
        return isSent ? [[field, { text, was, source: originalOf(seen, field), same }] as const] : []
      })
      if (sent.length === 0) return
      await call('POST /inventory/save-texts', {
        body: { itemId: item.id, lang, fields: Object.fromEntries(sent), state },
      })
    },
    explain,
  })
  // The original may change on this very page.
  const follow = useEffectEvent(edit.follow)
  useEffect(() => follow(item), [item])

  const { seen } = edit
  const isTypedBefore = edit.isRestored && edit.isDirty
  const hasChanged = (field: string) => originals[field] !== originalOf(seen, field)
  return {
    ...edit,
    drafted,
    /** Called before the texts fill the fields. */
    setDrafted(next: Drafted | null) {
      latestDrafted.current = next
      setDrafted(next)
    },
    /** Whether the original is another than when what is restored was typed. */
    isOriginalNewer: isTypedBefore && fields.some(hasChanged),
    /** The original that the text was made from. */
    sourceOf: (field: string): string =>
      (isTypedBefore && hasChanged(field) ? undefined : seen.texts[lang]?.[field]?.source) ?? originals[field] ?? '',
    saveAs(state: TranslationState, same: boolean, done: () => Promise<void>) {
      saving.current = { state, same, shown: edit.seen }
      return edit.save(async () => {
        await done()
        setOriginals(originalsOf(saving.current.shown, fields))
      })
    },
  }
}

const originalsOf = (item: ItemDetail, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, originalOf(item, field)]))

interface ModelDraftParts {
  readonly item: ItemDetail
  readonly lang: TextLanguage
  readonly edit: Pick<ReturnType<typeof useTranslation>, 'values' | 'set' | 'drafted' | 'setDrafted'>
}

/** Lets a language model fill the fields, where one is configured. Nothing is saved by that. */
function useModelDraft({ item, lang, edit }: ModelDraftParts) {
  const { values, set, drafted, setDrafted } = edit
  const translator = useQuery(inventoryQueries.translator)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const fill = (texts: Readonly<Record<string, string>>) => {
    for (const [field, text] of Object.entries(texts)) set(field, text)
  }
  const ask = useMutation({
    mutationFn: (fields: Readonly<Record<string, string>>) => {
      stop.current = new AbortController()
      const body = { from: item.language, to: lang, fields }
      return call('POST /inventory/translate', { body }, { signal: stop.current.signal })
    },
    onSuccess: ({ fields, engine }) => {
      setDrafted({ engine, before: values })
      fill(fields)
    },
  })
  return {
    isOffered: translator.data?.engine != null,
    isWorking: ask.isPending,
    /** Not of one that the person cancelled. */
    error: ask.isError && !stop.current?.signal.aborted ? ask.error : null,
    drafted,
    ask: (fields: readonly string[]) =>
      ask.mutate(Object.fromEntries(fields.map((field) => [field, originalOf(item, field)]))),
    cancel: () => stop.current?.abort(),
    revert: () => {
      if (!drafted) return
      setDrafted(null)
      fill(drafted.before)
    },
    forget: () => setDrafted(null),
  }
}
