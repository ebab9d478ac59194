import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useHasDraft } from '../../../ui/forms/drafts.ts'
import { Block } from '../../../ui/layout/page-parts.tsx'
import facts from './facts.module.css'
import { EditButton, InPlace, useEditing } from './in-place.tsx'
import styles from './info-block.module.css'
import { useItem } from './item-context.ts'
import { InfoForm, infoDraft } from './item-forms.tsx'
import { ItemPictures } from './pictures/item-pictures.tsx'
import { InfoEditor, type InfoField } from './value-editor.tsx'

interface InfoBlockProps {
  readonly isOpened: boolean
  readonly asked: ReactNode
}

export function InfoBlock(props: InfoBlockProps) {
  const { editing, pencil, stop } = useEditing(useHasDraft(infoDraft(useItem().item)))
  return (
    <Block title="Info" actions={!editing && <EditButton label="Edit info" {...pencil} />}>
      <ItemPictures>{editing ? <InfoForm onDone={stop} /> : <Info {...props} />}</ItemPictures>
    </Block>
  )
}

const webSearch = (text: string) => `https://duckduckgo.com/?q=${encodeURIComponent(text)}`

function Info({ isOpened, asked }: InfoBlockProps) {
  const { item } = useItem()
  const value = (field: InfoField, label: string, none = `No ${label.toLowerCase()} yet.`) => (
    <InPlace
      label={label}
      text={item[field] || none}
      isOpened={isOpened && field === 'description'}
      editor={(ways) => <InfoEditor field={field} label={label} atEnd={isOpened} {...ways} />}
    >
      {item[field] || <span className="dimmed">{none}</span>}
    </InPlace>
  )
  return (
    <dl className={styles.info}>
      <dt className={facts.label}>Name</dt>
      <dd className={facts.value}>
        {value('name', 'Name')}
        {item.name !== '' && (
          <a
            href={webSearch(item.name)}
            target="_blank"
            rel="noopener noreferrer"
            className={`inline-middle ${styles.search} no-print`}
          >
            <IconSearch size={14} aria-hidden="true" />
            Search the web
          </a>
        )}
      </dd>
      <dt className={facts.label}>Identifier</dt>
      <dd className={facts.value}>{value('identifier', 'Identifier')}</dd>
      <dt className={facts.label}>Description</dt>
      <dd lang={item.language || undefined} className={`${facts.value} ${styles.description}`}>
        {isOpened && asked}
        {value('description', 'Description')}
      </dd>
      <dt className={facts.label}>Internal note</dt>
      <dd className={`${facts.value} ${styles.description}`}>{value('note', 'Internal note')}</dd>
    </dl>
  )
}
