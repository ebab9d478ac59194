import { type ItemDetail, recordingLimits } from '@vitrine/contract'
import { upload } from '../../../client/upload.ts'
import { FileUpload } from '../../../ui/forms/file-upload.tsx'
import { offerNewestUndo } from './offer-newest-undo.ts'

interface RecordingUploadProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
  readonly onBusy?: (busy: boolean) => void
}

export function RecordingUpload({ item, refresh, ...others }: RecordingUploadProps) {
  return (
    <FileUpload
      label="Recording"
      button="Upload recording"
      accept="audio/mpeg,.mp3"
      maxBytes={recordingLimits.bytes}
      failure="The recording was not uploaded."
      send={async (file, sending) => {
        const body = { itemId: item.id }
        await upload('POST /inventory/upload-recording', { field: 'recording', file, body }, sending)
        await refresh()
        offerNewestUndo({ itemId: item.id, kind: 'recording', message: 'Recording uploaded.', refresh })
      }}
      {...others}
    />
  )
}
