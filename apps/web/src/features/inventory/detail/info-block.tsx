import { IconSearch } from '@tabler/icons-react'
import type { ItemDetail } from '@vitrine/contract'
import { lazy, Suspense } from 'react'
import { Block } from '../../../ui/layout/block.tsx'
import { EditButton } from './edit-button.tsx'
import styles from './info-block.module.css'
import { useEditing } from './use-editing.ts'

// Most visits only read: the form is loaded on demand.
const InfoForm = lazy(async () => ({ default: (await import('./info-form.tsx')).InfoForm }))

interface InfoBlockProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
}

export function InfoBlock({ item, refresh }: InfoBlockProps) {
  const { editing, pencil, stop } = useEditing()
  return (
    <Block title="Info" actions={!editing && <EditButton label="Edit info" {...pencil} />}>
      {editing ? (
        <Suspense fallback={<Info item={item} />}>
          <InfoForm item={item} refresh={refresh} onDone={stop} />
        </Suspense>
      ) : (
        <Info item={item} />
      )}
    </Block>
  )
}

const webSearch = (text: string) => `https://duckduckgo.com/?q=${encodeURIComponent(text)}`

function Info({ item }: { readonly item: ItemDetail }) {
  return (
    <div className={styles.info}>
      <p className={styles.name}>
        {item.name || <span className={styles.nothing}>No name yet</span>}
        {item.name !== '' && (
          <a
            href={webSearch(item.name)}
            target="_blank"
            rel="noopener noreferrer"
            className={`${styles.search} no-print`}
          >
            <IconSearch size={14} aria-hidden="true" />
            Search the web
          </a>
        )}
      </p>
      <p className={styles.identifier}>{item.identifier}</p>
      {item.description === '' ? (
        <p className={styles.nothing}>No description yet.</p>
      ) : (
        <p className={styles.description}>{item.description}</p>
      )}
    </div>
  )
}
