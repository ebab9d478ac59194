import { Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type ItemPicture,
  isPublicByDefault,
  joinedLines,
  languageNames,
  licenceIds,
  pictureKindNames,
  pictureKinds,
  pictureLicenceName,
  type TextLanguage,
  textLanguages,
} from '@vitrine/contract'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { fieldErrors, serverMessage } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../../ui/forms/buttons.ts'
import type { FieldValues } from '../../../../ui/forms/edit-drafts.ts'
import { EditForm } from '../../../../ui/forms/edit-form.tsx'
import { SelectField, TextArea } from '../../../../ui/forms/fields.tsx'
import { formatSaveError, useEdit } from '../../../../ui/forms/use-edit.ts'
import { inventoryQueries } from '../../inventory-queries.ts'
import { useHistoryUndo, useItem } from '../item-context.ts'
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
  const { item, refresh } = useItem()
  const offerUndo = useHistoryUndo()
  const edit = useEdit({
    thing: item,
    read: ({ pictures }) => toValues(pictures.find(({ name }) => name === picture.name) ?? picture),
    write: (values, version, { seen: { pictures } }) => {
      if (!pictures.some(({ name }) => name === picture.name)) throw new PictureGone()
      const changed = pictures.map((one) =>
        one.name === picture.name ? { ...one, ...toWords(values) } : one,
      )
      return savePictures(item.id, changed, version)
    },
    explain,
  })
  const { values, set, saving, isDirty } = edit
  const translator = useQuery(inventoryQueries.translator)
  // The item goes on while the form is open: this very form saves it.
  const follow = useEffectEvent(edit.follow)
  useEffect(() => follow(item), [item])
  useEffect(() => {
    hasEdits.current = isDirty
    return () => {
      hasEdits.current = false
    }
  }, [hasEdits, isDirty])
  useEffect(() => onBusy(saving), [onBusy, saving])

  const setKind = (kind: string) => {
    set('kind', kind)
    // As long as the switch is as the kind says.
    if (isShownByKind(values.kind) === (values.public === 'yes'))
      set('public', isShownByKind(kind) ? 'yes' : 'no')
  }

  return (
    <EditForm
      edit={edit}
      what="picture"
      label="Picture"
      getLabel={labelOf}
      formatValue={textOf}
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
        {...edit.field('credit')}
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
            name={picture.name}
            lang={lang}
            hasDrafts={translator.data?.seesPictures === true}
            {...edit.field(`alt.${lang}`)}
            onChange={(text) => set(`alt.${lang}`, text)}
          />
        ))}
      </fieldset>
    </EditForm>
  )
}

class PictureGone extends Error {}

const isShownByKind = (value: string | undefined): boolean => isPublicByDefault(kindOf(value))

const kindOf = (value: string | undefined) => pictureKinds.find((kind) => kind === value) ?? 'view'

const toValues = ({ kind, credit, licence, public: isShown, alt }: ItemPicture): FieldValues => ({
  kind,
  credit,
  licence,
  public: isShown ? 'yes' : 'no',
  ...Object.fromEntries(textLanguages.map((lang) => [`alt.${lang}`, alt[lang]])),
})

const toWords = (values: FieldValues) => ({
  kind: kindOf(values.kind),
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
const labelOf = (field: string) => labels[field] ?? field

function textOf(field: string, value: string): string {
  if (field === 'kind') return pictureKindNames[kindOf(value)]
  if (field === 'licence') return pictureLicenceName(value)
  return value
}

const explain = (error: unknown) =>
  error instanceof PictureGone
    ? {
        problem:
          'Not saved: somebody else has removed this picture. The history can bring it back.',
        errors: {},
      }
    : {
        problem: formatSaveError(error),
        errors: Object.fromEntries(
          Object.entries(fieldErrors(error)).map(([path, sentence]) => [
            path.replace(/^pictures\.\d+\./, ''),
            sentence,
          ]),
        ),
      }

interface AltFieldProps {
  readonly name: string
  readonly lang: TextLanguage
  readonly hasDrafts: boolean
  readonly value: string
  readonly error: string | boolean | undefined
  readonly readOnly: boolean
  readonly onChange: (value: string) => void
}

/** What a picture shows, in one language. A draft fills the field and is saved with the form. */
function AltField({ name, lang, hasDrafts, value, error, readOnly, onChange }: AltFieldProps) {
  const itemId = useItem().item.id
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const draft = useMutation({
    mutationFn: () => {
      stop.current = new AbortController()
      return call(
        'POST /assistant/draft-alt',
        { body: { itemId, name, lang } },
        { signal: stop.current.signal },
      )
    },
    onSuccess: ({ text }) => onChange(text),
  })
  const isDraft = draft.data !== undefined && draft.data.text === value
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
        // It is one line, however it wraps.
        onChange={({ currentTarget }) => onChange(joinedLines(currentTarget.value, ' '))}
      />
      {hasDrafts && (
        <div className="row">
          <SmallButton
            aria-label={`${draft.isPending ? 'Stop drafting' : 'Draft'} in ${languageNames[lang]}`}
            disabled={readOnly}
            onClick={() => (draft.isPending ? stop.current?.abort() : draft.mutate())}
          >
            {draft.isPending ? 'Stop drafting' : 'Draft'}
          </SmallButton>
          <span role="status" className={styles.hint}>
            {draft.isPending && 'Drafting …'}
            {isDraft && `Drafted by ${draft.data.engine}. Please read it before you save it.`}
          </span>
        </div>
      )}
      {draft.isError && !stop.current?.signal.aborted && (
        <ErrorMessage>No draft was made. {serverMessage(draft.error)}</ErrorMessage>
      )}
    </div>
  )
}
