import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { CodeItem } from '@vitrine/contract'
import { getServerMessage } from '../../client/api-error.ts'
import { uploadFile } from '../../client/upload.ts'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'

interface PhotoUpload {
  /** Another item may be scanned while the photo is being sent. */
  readonly item: CodeItem
  readonly file: File
}

/** Uploads photos of items. A failed photo stays until it is sent again or discarded. */
export function usePhotos(onAdded: (item: CodeItem) => void) {
  const upload = useMutation({
    mutationFn: ({ item, file }: PhotoUpload) =>
      uploadFile(
        'POST /inventory/add-picture',
        { field: 'image', file, body: { itemId: item.id } },
        { signal: new AbortController().signal, onProgress: () => undefined },
      ),
    onSuccess({ result }, { item }) {
      notifications.show({ message: describeAddedPhoto(item, result === 'duplicate') })
      onAdded(item)
    },
  })
  useRegisterUnsavedForm(() => upload.isPending || upload.isError)

  return {
    isBusy: upload.isPending,
    add: (item: CodeItem, file: File | null) => file && upload.mutate({ item, file }),
    failed: upload.isError && {
      identifier: upload.variables.item.identifier,
      problem: getServerMessage(upload.error),
      sendAgain: () => upload.mutate(upload.variables),
      discard: upload.reset,
    },
  }
}

export type Photos = ReturnType<typeof usePhotos>

function describeAddedPhoto(item: CodeItem, isDuplicate: boolean): string {
  if (isDuplicate) return `${item.identifier} has this photo already.`
  return `The photo was added to ${item.identifier}.${item.public ? ' Visitors see it, too.' : ''}`
}
