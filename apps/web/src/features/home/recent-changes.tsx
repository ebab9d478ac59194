import { IconPhotoOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { age, inventoryTypes, type RecentChange } from '@vitrine/contract'
import { clockTime } from '../../ui/text/dates.ts'
import styles from './section.module.css'
import { Nothing } from './section.tsx'

export function RecentChanges({ changes }: { readonly changes: readonly RecentChange[] }) {
  if (changes.length === 0) return <Nothing>No changes yet. What you and your colleagues change appears here.</Nothing>
  return (
    <ul className={styles.rows}>
      {changes.map((change) => (
        <li key={`${change.item.id} ${change.at}`}>
          <ChangeRow change={change} />
        </li>
      ))}
    </ul>
  )
}

function ChangeRow({ change: { kind, at, by, item, fields, items } }: { readonly change: RecentChange }) {
  const isImport = items !== undefined
  const what = isImport
    ? `CSV upload of ${items} ${items === 1 ? 'item' : 'items'}`
    : fields.length > 0
      ? fields.map(({ field, after }) => (after === '' ? `${field} removed` : `${field}: ${after}`)).join(' · ')
      : kinds[kind]
  const content = (
    <>
      <Picture item={item} />
      <span className={styles.lines}>
        <span className={styles.main}>
          {isImport ? inventoryTypes[item.type].museum : `${item.identifier} ${item.name}`}
        </span>
        <span className={styles.beside}>{what}</span>
        <span className={styles.beside}>
          {by || 'Unknown'} · <time dateTime={at}>{when(at)}</time>
        </span>
      </span>
    </>
  )
  if (isImport)
    return (
      <Link to={`/inventory/${item.type}`} className={styles.row}>
        {content}
      </Link>
    )
  return (
    <Link to="/inventory-detail/$id" params={{ id: String(item.id) }} hash="history" className={styles.row}>
      {content}
    </Link>
  )
}

/** What is said of a change that has no fields to tell. */
const kinds: Record<RecentChange['kind'], string> = {
  created: 'Added',
  changed: 'Changed',
  info: 'Changed',
  attributes: 'Changed',
  texts: 'Translated',
  picture: 'Picture',
  pictures: 'Pictures',
  recording: 'Recording',
  visibility: 'Visibility',
  checked: 'Checked',
  archived: 'Archived',
  task: 'Task',
  done: 'Done',
  reopened: 'Reopened',
  moved: 'Moved',
  retired: 'Retired',
  import: 'CSV upload',
  undone: 'Change undone',
  restored: 'Restored',
  removed: 'Removed',
  deleted: 'Deleted',
}

function when(at: string): string {
  const words = age(new Date(at), new Date())
  return words === 'Today' || words === 'Yesterday' ? `${words}, ${clockTime(at)}` : words
}

const Picture = ({ item: { id, picture } }: { readonly item: RecentChange['item'] }) => (
  <span className={styles.picture}>
    {picture === '' ? (
      <IconPhotoOff size={20} stroke={1.25} aria-hidden="true" />
    ) : (
      <img src={`/api/image/thumbnail/${id}?v=${picture}`} alt="" loading="lazy" decoding="async" />
    )}
  </span>
)
