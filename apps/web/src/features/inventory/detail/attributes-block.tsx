import {
  type Attribute,
  attributeRows,
  type ItemDetail,
  labelOnPage,
  readKey,
  recordingAddress,
} from '@vitrine/contract'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { useHasDraft } from '../../../ui/forms/drafts.ts'
import { useKeepFocus } from '../../../ui/forms/use-keep-focus.ts'
import { Block } from '../../../ui/layout/page-parts.tsx'
import { EditableInPlace, EditButton, useEditToggle } from './editable-in-place.tsx'
import styles from './facts.module.css'
import { useItem } from './item-context.ts'
import { AttributesForm, attributesDraftName } from './item-forms.tsx'
import { AttributeEditor } from './value-editor.tsx'

export function AttributesBlock({ isNew }: { readonly isNew: boolean }) {
  const { item, catalogue } = useItem()
  const { editing, pencil, stop } = useEditToggle(useHasDraft(attributesDraftName(item)) || isNew)
  const button = useRef<HTMLButtonElement>(null)
  // The row of a value that was emptied goes, and with it the focus.
  useKeepFocus(Object.keys(item.tags).join(), button)
  const known = catalogue.data && attributesOf(item, catalogue.data)
  return (
    <Block
      title="Attributes"
      actions={known && !editing && <EditButton ref={button} label="Edit attributes" {...pencil} />}
    >
      {catalogue.isError && <LoadFailure what="The attributes" query={catalogue} />}
      {known && !editing && <AttributeList attributes={known} />}
      {known && editing && <AttributesForm attributes={known} onDone={stop} />}
    </Block>
  )
}

/** The catalogue, then what the item has from former times: values of retired attributes and of unknown keys. */
function attributesOf({ tags }: ItemDetail, catalogue: readonly Attribute[]): readonly Attribute[] {
  const known = new Set(catalogue.map(({ tag_key }) => tag_key))
  const others = Object.keys(tags).filter((key) => !known.has(key))
  return [
    ...catalogue.filter(({ retired }) => !retired),
    ...catalogue.filter(({ retired, tag_key }) => retired && tag_key in tags),
    ...others.map(unknownAttribute),
  ]
}

const unknownAttribute = (tag_key: string): Attribute => ({
  id: 0,
  tag_key,
  order_key: Number.POSITIVE_INFINITY,
  multiline: false,
  kind: 'text',
  unit: readKey(tag_key).unit,
  audience: 'staff',
  group: 'none',
  labels: {},
  glossary: {},
  suggestions: false,
  names: false,
  retired: true,
  version: 0,
})

function AttributeList({ attributes }: { readonly attributes: readonly Attribute[] }) {
  const { item } = useItem()
  const rows = attributes.flatMap((attribute) => {
    const text = textOf(attribute, item)
    return text === null ? [] : [{ attribute, text }]
  })
  if (rows.length === 0) return <p className="note">No attributes yet.</p>
  return (
    <dl className={styles.list}>
      {rows.map(({ attribute, text }) => (
        <Fragment key={attribute.tag_key}>
          <dt className={styles.label}>{labelOnPage(attribute)}</dt>
          <dd className={styles.value}>
            {attribute.tag_key === 'mp3' ? (
              <Recording />
            ) : (
              <EditableInPlace
                label={labelOnPage(attribute)}
                text={text}
                editor={(ways) => <AttributeEditor attribute={attribute} {...ways} />}
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

function textOf(attribute: Attribute, { tags, recording }: ItemDetail): string | null {
  const key = attribute.tag_key
  if (key === 'mp3') return recording?.fileName ?? (tags.mp3?.trim() || null)
  // Kilowatts are derived for visitors; this is what was entered.
  return attributeRows([attribute], tags).find((row) => row.key === key)?.value ?? null
}

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
  const noted = (tags.mp3 ?? '').trim()
  const address = recordingAddress(noted)
  if (address) {
    const link = (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {noted}
      </a>
    )
    return <Player key={address} src={address} label={noted} caption={link} />
  }
  if (!/^https?:/i.test(noted)) return noted
  return (
    <div className={styles.recording}>
      {noted}
      <span className="quiet">{unplayable(noted)}</span>
    </div>
  )
}

/** Browsers play nothing on a safe page that comes over an unsafe connection. */
const unplayable = (address: string): string =>
  /^http:/i.test(address)
    ? 'This recording can’t be played: its address begins with http://. Please enter one that begins with https://, or upload the file.'
    : 'This recording can’t be played: its address is not complete.'

interface PlayerProps {
  readonly src: string
  readonly label: string
  readonly caption: ReactNode
}

function Player({ src, label, caption }: PlayerProps) {
  const [failed, setFailed] = useState(false)
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
        {failed && 'This recording can’t be played.'}
      </span>
    </div>
  )
}
