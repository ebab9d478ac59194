import { type Attribute, attributeLabel, attributeRows, type ItemDetail } from '@vitrine/contract'
import { Fragment, lazy } from 'react'
import styles from './attribute-list.module.css'
import facts from './facts.module.css'
import { InPlace } from './in-place.tsx'
import { Recording } from './recording.tsx'

// Most visits only read: the editor is loaded on demand.
const AttributeEditor = lazy(async () => ({ default: (await import('./attribute-editor.tsx')).AttributeEditor }))

interface AttributeListProps {
  readonly attributes: readonly Attribute[]
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
}

/** The filled attributes in their order, each to be changed in its place. */
export function AttributeList({ attributes, item, refresh }: AttributeListProps) {
  const rows = attributes.flatMap((attribute) => {
    const text = textOf(attribute, item)
    return text === null ? [] : [{ attribute, text }]
  })
  if (rows.length === 0) return <p className={styles.nothing}>No attributes yet.</p>
  return (
    <dl className={styles.list}>
      {rows.map(({ attribute, text }) => (
        <Fragment key={attribute.tag_key}>
          <dt className={facts.label}>{attributeLabel(attribute)}</dt>
          <dd className={facts.value}>
            {attribute.tag_key === 'mp3' ? (
              <Recording item={item} />
            ) : (
              <InPlace
                label={attributeLabel(attribute)}
                text={text}
                editor={(ways) => <AttributeEditor attribute={attribute} item={item} refresh={refresh} {...ways} />}
              >
                {text}
              </InPlace>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** The text of its row; null where there is none. */
function textOf(attribute: Attribute, { tags, recording }: ItemDetail): string | null {
  const key = attribute.tag_key
  if (key === 'mp3') return recording?.fileName ?? (tags.mp3?.trim() || null)
  // Kilowatts are derived for visitors; this is what was entered.
  return attributeRows([attribute], tags).find((row) => row.key === key)?.value ?? null
}
