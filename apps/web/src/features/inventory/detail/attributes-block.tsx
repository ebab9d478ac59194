import {
  type Attribute,
  buildAttributeRows,
  catalogueLabel,
  type ItemDetail,
  parseAttributeKey,
  parseRecordingUrl,
} from '@vitrine/contract'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { useHasDraft } from '../../../ui/forms/drafts.ts'
import { useKeepFocus } from '../../../ui/forms/use-keep-focus.ts'
import { Block } from '../../../ui/layout/page-parts.tsx'
import { AttributeName } from './attribute-name.tsx'
import { EditableInPlace, EditButton, useEditToggle } from './editable-in-place.tsx'
import styles from './facts.module.css'
import { attributesDraftName, recordingKey, useItem } from './item-context.ts'
import { AttributeEditor, AttributesForm } from './lazy-editors.tsx'

export function AttributesBlock({ isNew }: { readonly isNew: boolean }) {
  const { item, catalogue } = useItem()
  const { isEditing, editButtonProps, stop } = useEditToggle(
    useHasDraft(attributesDraftName(item)) || isNew,
  )
  const editButton = useRef<HTMLButtonElement>(null)
  // Emptying a value removes its row and with it the focus.
  useKeepFocus(Object.keys(item.tags).join(), editButton)
  const attributes = catalogue.data && listAttributes(item, catalogue.data)

  return (
    <Block
      title="Attributes"
      actions={
        attributes &&
        !isEditing && <EditButton ref={editButton} label="Edit attributes" {...editButtonProps} />
      }
    >
      {catalogue.isError && <LoadFailure what="The attributes" query={catalogue} />}
      {attributes && !isEditing && <AttributeList attributes={attributes} />}
      {attributes && isEditing && <AttributesForm attributes={attributes} onDone={stop} />}
    </Block>
  )
}

/** Lists attributes in use, then retired ones with a value, then unknown keys of the item. */
function listAttributes(
  { tags }: ItemDetail,
  catalogue: readonly Attribute[],
): readonly Attribute[] {
  const knownKeys = new Set(catalogue.map(({ tag_key }) => tag_key))
  const unknownKeys = Object.keys(tags).filter((key) => !knownKeys.has(key))
  return [
    ...catalogue.filter(({ retired }) => !retired),
    ...catalogue.filter(({ retired, tag_key }) => retired && tag_key in tags),
    ...unknownKeys.map(createUnknownAttribute),
  ]
}

/** Stands in for the missing catalogue entry of a key that only the item has. */
const createUnknownAttribute = (tag_key: string): Attribute => ({
  id: 0,
  tag_key,
  order_key: Number.POSITIVE_INFINITY,
  multiline: false,
  kind: 'text',
  unit: parseAttributeKey(tag_key).unit,
  audience: 'staff',
  group: 'none',
  labels: {},
  glossary: {},
  suggestions: false,
  names: false,
  retired: true,
  version: 0,
})

interface AttributeRow {
  readonly attribute: Attribute
  readonly text: string
}

function AttributeList({ attributes }: { readonly attributes: readonly Attribute[] }) {
  const { item } = useItem()
  const rows = attributes
    .map((attribute) => ({ attribute, text: findValueText(attribute, item) }))
    .filter((row): row is AttributeRow => row.text !== null)
  if (rows.length === 0) return <p className="note">No attributes yet.</p>

  return (
    <dl className={styles.list}>
      {rows.map(({ attribute, text }) => (
        <Fragment key={attribute.tag_key}>
          <dt className={styles.label}>
            <AttributeName attribute={attribute} />
          </dt>
          <dd className={styles.value}>
            {attribute.tag_key === recordingKey ? (
              <Recording />
            ) : (
              <EditableInPlace
                label={catalogueLabel(attribute)}
                text={text}
                editor={(callbacks) => <AttributeEditor attribute={attribute} {...callbacks} />}
              >
                {text}
              </EditableInPlace>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function findValueText(attribute: Attribute, { tags, recording }: ItemDetail): string | null {
  const key = attribute.tag_key
  if (key === recordingKey) return recording?.fileName ?? (tags[recordingKey]?.trim() || null)

  // Only the row that was entered, not those derived from it, such as kilowatts.
  return buildAttributeRows([attribute], tags).find((row) => row.key === key)?.value ?? null
}

/** A player for the uploaded file, else for the typed address, else the text with an explanation. */
function Recording() {
  const { id, recording, tags } = useItem().item
  if (recording) {
    const { fileName, name } = recording
    return (
      <Player
        key={name}
        src={`/api/recording/${id}?v=${name}`}
        label={fileName}
        caption={fileName}
      />
    )
  }

  const typedAddress = (tags[recordingKey] ?? '').trim()
  const address = parseRecordingUrl(typedAddress)
  if (address) {
    const link = (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {typedAddress}
      </a>
    )
    return <Player key={address} src={address} label={typedAddress} caption={link} />
  }

  const isMeantAsAddress = /^https?:/i.test(typedAddress)
  if (!isMeantAsAddress) return typedAddress

  return (
    <div className={styles.recording}>
      {typedAddress}
      <span className="quiet">{explainUnplayable(typedAddress)}</span>
    </div>
  )
}

/** On a page with TLS, browsers play nothing from addresses without TLS. */
const explainUnplayable = (address: string): string =>
  /^http:/i.test(address)
    ? 'This recording can’t be played: its address begins with http://. Please enter one that begins with https://, or upload the file.'
    : 'This recording can’t be played: its address is not complete.'

interface PlayerProps {
  readonly src: string
  readonly label: string
  readonly caption: ReactNode
}

function Player({ src, label, caption }: PlayerProps) {
  const [hasFailed, setFailed] = useState(false)

  return (
    <div className={styles.recording}>
      {/* biome-ignore lint/a11y/useMediaCaption: it is music */}
      <audio
        controls
        preload="none"
        aria-label={`Recording ${label}`}
        src={src}
        className={styles.audio}
        onError={() => setFailed(true)}
        onPlaying={() => setFailed(false)}
      />
      <span className="quiet">{caption}</span>
      <span role="status" className="quiet">
        {hasFailed && 'This recording can’t be played.'}
      </span>
    </div>
  )
}
