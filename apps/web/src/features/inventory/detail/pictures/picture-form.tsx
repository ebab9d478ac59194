import { Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type ItemPicture,
  isPublicByDefault,
  joinLines,
  languageNames,
  licenceIds,
  pictureKindNames,
  pictureKinds,
  pictureLicenceName,
  type TextLanguage,
  textLanguages,
} from '@vitrine/contract'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { getFieldErrors, getServerMessage } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../../ui/forms/buttons.ts'
import type { FieldValues } from '../../../../ui/forms/edit-drafts.ts'
import { EditForm } from '../../../../ui/forms/edit-form.tsx'
import { SelectField, TextArea } from '../../../../ui/forms/fields.tsx'
import { formatSaveError, useEdit } from '../../../../ui/forms/use-edit.ts'
import { inventoryQueries } from '../../inventory-queries.ts'
import { useItem, useOfferHistoryUndo } from '../item-context.ts'
import styles from './picture-dialog.module.css'
import { savePictures } from './use-picture-changes.ts'
import '@mantine/core/styles/Switch.layer.css'

interface PictureFormProps {
  readonly picture: ItemPicture
  /** Whether leaving the form would lose edits. */
  readonly hasEdits: RefObject<boolean>
  readonly onBusy: (busy: boolean) => void
  readonly onCancel: () => void
}

export function PictureForm({ picture, hasEdits, onBusy, onCancel }: PictureFormProps) {
  const { refresh } = useItem()
  const offerUndo = useOfferHistoryUndo()
  const edit = usePictureEdit(picture)
  const { values, set, saving, isDirty } = edit
  const translator = useQuery(inventoryQueries.translator)

  useEffect(() => onBusy(saving), [onBusy, saving])
  useEffect(() => {
    hasEdits.current = isDirty
    return () => {
      hasEdits.current = false
    }
  }, [hasEdits, isDirty])

  const setKind = (kind: string) => {
    set('kind', kind)
    // The switch follows the kind until the user has set it otherwise.
    const followsKind = (values.public === 'yes') === isKindPublic(values.kind)
    if (followsKind) set('public', isKindPublic(kind) ? 'yes' : 'no')
  }

  return (
    <EditForm
      edit={edit}
      what="picture"
      label="Picture"
      getLabel={(field) => labels[field] ?? field}
      formatValue={formatFieldValue}
      className={styles.form}
      sticky
      saveLabel="Save Picture"
      unchanged={!isDirty}
      onSaved={async () => {
        await refresh()
        offerUndo('pictures', 'Picture saved.')
      }}
      onCancel={onCancel}
    >
      <SelectField
        label="Kind"
        value={values.kind ?? ''}
        options={pictureKinds.map((kind) => [kind, pictureKindNames[kind]] as const)}
        onChange={setKind}
      />
      <Switch
        label="Shown to visitors"
        checked={values.public === 'yes'}
        onChange={({ currentTarget }) => set('public', currentTarget.checked ? 'yes' : 'no')}
      />
      <TextInput
        label="Credit"
        description="Who made the picture, as visitors read it."
        autoComplete="off"
        {...edit.fieldProps('credit')}
      />
      <SelectField
        label="Licence"
        value={values.licence ?? ''}
        options={['', ...licenceIds].map((id) => [id, pictureLicenceName(id)] as const)}
        onChange={(licence) => set('licence', licence)}
      />
      <fieldset className={styles.alts}>
        <legend className={styles.legend}>Alternative text</legend>
        <p className={styles.hint}>What the picture shows, for visitors who can’t see it.</p>
        {textLanguages.map((lang) => (
          <AltField
            key={lang}
            pictureName={picture.name}
            lang={lang}
            offersDrafts={translator.data?.seesPictures === true}
            {...edit.fieldProps(`alt.${lang}`)}
            onChange={(text) => set(`alt.${lang}`, text)}
          />
        ))}
      </fieldset>
    </EditForm>
  )
}

/** Edits one of the item's pictures, which are saved together. */
function usePictureEdit(shownPicture: ItemPicture) {
  const { item } = useItem()
  const isShownPicture = ({ name }: ItemPicture) => name === shownPicture.name

  const edit = useEdit({
    entity: item,
    read: ({ pictures }) => toFieldValues(pictures.find(isShownPicture) ?? shownPicture),
    write: (values, version, { seen: { pictures } }) => {
      if (!pictures.some(isShownPicture)) throw new PictureRemovedError()

      const changedPictures = pictures.map((picture) =>
        isShownPicture(picture) ? { ...picture, ...toPictureFields(values) } : picture,
      )
      return savePictures(item.id, changedPictures, version)
    },
    explain: explainSaveError,
  })

  // Follows changes of the item while the form is open, including its own saves.
  const rebase = useEffectEvent(edit.rebase)
  useEffect(() => rebase(item), [item])

  return edit
}

/** Thrown by a save if someone else has removed the picture. */
class PictureRemovedError extends Error {}

const isKindPublic = (value: string | undefined): boolean => isPublicByDefault(parseKind(value))

const parseKind = (value: string | undefined) =>
  pictureKinds.find((kind) => kind === value) ?? 'view'

const toFieldValues = ({
  kind,
  credit,
  licence,
  public: isPublic,
  alt,
}: ItemPicture): FieldValues => ({
  kind,
  credit,
  licence,
  public: isPublic ? 'yes' : 'no',
  ...Object.fromEntries(textLanguages.map((lang) => [`alt.${lang}`, alt[lang]])),
})

const toPictureFields = (values: FieldValues) => ({
  kind: parseKind(values.kind),
  credit: values.credit ?? '',
  licence: licenceIds.find((id) => id === values.licence) ?? ('' as const),
  public: values.public === 'yes',
  alt: { fr: values['alt.fr'] ?? '', de: values['alt.de'] ?? '', en: values['alt.en'] ?? '' },
})

const labels: Record<string, string> = {
  kind: 'Kind',
  credit: 'Credit',
  licence: 'Licence',
  public: 'Shown to visitors',
  ...Object.fromEntries(
    textLanguages.map((lang) => [`alt.${lang}`, `Alternative text in ${languageNames[lang]}`]),
  ),
}

function formatFieldValue(field: string, value: string): string {
  if (field === 'kind') return pictureKindNames[parseKind(value)]
  if (field === 'licence') return pictureLicenceName(value)
  return value
}

function explainSaveError(error: unknown) {
  if (error instanceof PictureRemovedError)
    return {
      problem:
        'Not saved: someone else has removed this picture. You can restore it from the history.',
      errors: {},
    }

  // The server names fields by the picture's position, such as 'pictures.0.credit'.
  const errors = Object.entries(getFieldErrors(error)).map(([path, message]) => [
    path.replace(/^pictures\.\d+\./, ''),
    message,
  ])
  return { problem: formatSaveError(error), errors: Object.fromEntries(errors) }
}

interface AltFieldProps {
  readonly pictureName: string
  readonly lang: TextLanguage
  readonly offersDrafts: boolean
  readonly value: string
  readonly error: string | boolean | undefined
  readonly readOnly: boolean
  readonly onChange: (value: string) => void
}

/** Alternative text in one language. A model's draft fills the field and is saved with the form. */
function AltField(props: AltFieldProps) {
  const { pictureName, lang, offersDrafts, value, error, readOnly, onChange } = props
  const itemId = useItem().item.id
  const abortController = useRef<AbortController>(null)
  useEffect(() => () => abortController.current?.abort(), [])

  const draft = useMutation({
    mutationFn: () => {
      abortController.current = new AbortController()
      return call(
        'POST /assistant/draft-alt',
        { body: { itemId, name: pictureName, lang } },
        { signal: abortController.current.signal },
      )
    },
    onSuccess: ({ text }) => onChange(text),
  })
  const isUnchangedDraft = draft.data !== undefined && draft.data.text === value

  return (
    <div className={styles.alt}>
      <TextArea
        label={languageNames[lang]}
        lang={lang}
        rows={2}
        spellCheck
        value={value}
        error={error}
        readOnly={readOnly || draft.isPending}
        // A single line of text, shown wrapped.
        onChange={({ currentTarget }) => onChange(joinLines(currentTarget.value, ' '))}
      />
      {offersDrafts && (
        <div className="row">
          <SmallButton
            aria-label={`${draft.isPending ? 'Stop drafting' : 'Draft'} in ${languageNames[lang]}`}
            disabled={readOnly}
            onClick={() => (draft.isPending ? abortController.current?.abort() : draft.mutate())}
          >
            {draft.isPending ? 'Stop drafting' : 'Draft'}
          </SmallButton>
          <span role="status" className={styles.hint}>
            {draft.isPending && 'Drafting …'}
            {isUnchangedDraft &&
              `Drafted by ${draft.data.engine}. Please read it before you save it.`}
          </span>
        </div>
      )}
      {draft.isError && !abortController.current?.signal.aborted && (
        <ErrorMessage>No draft was created. {getServerMessage(draft.error)}</ErrorMessage>
      )}
    </div>
  )
}
