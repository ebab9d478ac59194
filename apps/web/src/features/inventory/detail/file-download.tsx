import { useMutation } from '@tanstack/react-query'
import { serverMessage } from '../../../client/api-error.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { saveFile } from '../../../ui/lists/save-file.ts'

interface FileDownloadProps {
  readonly label: string
  readonly fileName: string
  readonly load: () => Promise<Blob>
}

/** Saves a file that only staff may have: a plain link would carry no session. */
export function FileDownload({ label, fileName, load }: FileDownloadProps) {
  const save = useMutation({ mutationFn: load, onSuccess: (file) => saveFile(fileName, file) })
  return (
    <>
      <SmallButton loading={save.isPending} aria-label={`Download the ${label}`} onClick={() => save.mutate()}>
        Download
      </SmallButton>
      {save.isError && <ErrorMessage>This could not be downloaded. {serverMessage(save.error)}</ErrorMessage>}
    </>
  )
}
