import { useQuery } from '@tanstack/react-query'
import { type Attribute, type AttributeChange, attributeLabel, type ItemType, meaningOf } from '@vitrine/contract'
import { query } from '../../client/query.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Block } from '../../ui/layout/block.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { ChangeText } from '../../ui/text/change-text.tsx'
import { mediumDateTime } from '../../ui/text/dates.ts'
import styles from './attribute-history.module.css'

/** Whatever else happens to it is a change. */
const kinds: Partial<Record<AttributeChange['kind'], string>> = {
  created: 'Added',
  moved: 'Moved',
  retired: 'Retired',
  restored: 'Restored',
  undone: 'Undone',
}

interface AttributeHistoryProps {
  readonly type: ItemType
  readonly attributes: readonly Attribute[]
}

export function AttributeHistory({ type, attributes }: AttributeHistoryProps) {
  const changes = useQuery(query('GET /attributes/:type/history', { params: { type } }))
  const meaning = meaningOf(attributes)
  return (
    <Block title="History">
      {changes.isPending && <RowSkeletons label="Loading the history" rows={3} />}
      {changes.isError && <LoadFailure what="The history" query={changes} />}
      {changes.data?.length === 0 && <p className="note">No changes yet.</p>}
      <ol className="plain-list">
        {changes.data?.map(({ id, kind, tag_key, at, by, fields, state }) => (
          <li key={id} className={styles.change}>
            <div>
              {kinds[kind] ?? 'Changed'}: <strong>{attributeLabel(meaning(tag_key))}</strong>
              <div className={styles.when}>
                {by || 'Unknown'}, <time dateTime={at}>{mediumDateTime(at)}</time>
              </div>
            </div>
            {state === 'undoable' && kind !== 'retired' && kind !== 'restored' && (
              <dl className={styles.fields}>
                {fields.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>
                      <ChangeText before={before} after={after} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
    </Block>
  )
}
