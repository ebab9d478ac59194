import { useNavigate } from '@tanstack/react-router'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import styles from './inventory-page.module.css'
import { useList } from './list-context.ts'

const AddItemForm = lazyWithFallback(
  async () => (await import('./add-item-form.tsx')).AddItemForm,
  <RowSkeletons label="Loading the form" rows={4} />,
)

/** The form above the rows: for a new item or for an upload. */
export function ListForm() {
  const { mode, onMode, features } = useList()
  const navigate = useNavigate()
  if (mode !== 'add' && mode !== 'upload') return null

  const close = () => onMode('none')
  const openAdded = (id: number) =>
    navigate({
      to: '/inventory-detail/$id',
      params: { id: String(id) },
      state: { fromList: true, isNew: true },
    })

  return (
    <div className={styles.form}>
      {mode === 'upload' ? (
        features.upload(close)
      ) : (
        <AddItemForm onClose={close} onAdded={openAdded} />
      )}
    </div>
  )
}
