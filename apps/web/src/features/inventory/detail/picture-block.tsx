import { IconPhotoOff } from '@tabler/icons-react'
import { type ItemDetail, pictureLimits } from '@vitrine/contract'
import { type CSSProperties, useState } from 'react'
import { FileUpload } from '../../../ui/forms/file-upload.tsx'
import styles from './picture-block.module.css'

interface PictureBlockProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
}

export function PictureBlock({ item, refresh }: PictureBlockProps) {
  return (
    <FileUpload
      label="Picture"
      accept="image/*"
      camera
      maxBytes={pictureLimits.bytes}
      failure="Image Upload failed"
      send={async (file, sending) => {
        const [{ upload }, { offerNewestUndo }] = await Promise.all([
          import('../../../client/upload.ts'),
          import('./offer-newest-undo.ts'),
        ])
        const body = { itemId: item.id }
        await upload('POST /inventory/upload-image', { field: 'image', file, body }, sending)
        await refresh()
        offerNewestUndo({ itemId: item.id, kind: 'picture', message: 'Picture uploaded.', refresh })
      }}
    >
      {(preview) =>
        preview ? <img src={preview} alt="On its way" className={styles.preview} /> : <Picture item={item} />
      }
    </FileUpload>
  )
}

function Picture({ item }: { readonly item: ItemDetail }) {
  const [failed, setFailed] = useState<string | null>(null)
  const { picture } = item
  if (!picture || failed === picture.name) {
    return (
      <div className={styles.nothing}>
        <IconPhotoOff size={40} stroke={1} aria-hidden="true" />
        {picture ? 'The picture could not be loaded.' : 'No picture yet.'}
      </div>
    )
  }
  return (
    <img
      src={`/api/image/${item.id}?v=${picture.name}`}
      alt={item.name || item.identifier}
      width={picture.width}
      height={picture.height}
      className={styles.picture}
      style={{ '--ratio': picture.width / picture.height } as CSSProperties}
      onError={() => setFailed(picture.name)}
    />
  )
}
