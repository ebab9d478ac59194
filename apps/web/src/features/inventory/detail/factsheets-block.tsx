import { type Icon, IconFileTypePdf, IconQrcode, IconWorld } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import {
  factsheetPrefix,
  fillTemplate,
  getPaperKind,
  inventoryTypes,
  toPublicNumber,
} from '@vitrine/contract'
import type { ReactNode } from 'react'
import { getServerMessage } from '../../../client/api-error.ts'
import { downloadFile } from '../../../client/call.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { Block } from '../../../ui/layout/page-parts.tsx'
import { saveFile } from '../../../ui/lists/save-file.ts'
import styles from './factsheets-block.module.css'
import { useItem } from './item-context.ts'
import { visibilityTexts } from './visibility-texts.ts'

// Loaded on demand: only withdrawn items need it.
const PagePreview = lazyWithFallback(async () => (await import('./page-preview.tsx')).PagePreview)

// Loaded after the first paint: its place has the text meanwhile, and keeps its height.
const VisibilitySwitch = lazyWithFallback(
  async () => (await import('./visibility-switch.tsx')).VisibilitySwitch,
  (props: { readonly isPublic: boolean }) => <VisibilityText {...props} />,
)

/** Links to what visitors get of an item, with previews while they can't see it. */
export function FactsheetsBlock() {
  const { item } = useItem()
  const type = item.type_name
  const number = toPublicNumber(type, item.id)
  const params = { id: item.id }
  const { name: pdfName, longText } = getPaperKind(type)
  const isLongText = item.description.length > longText

  return (
    <Block title="Factsheets" className="no-print">
      <ul className={`plain-list ${styles.links}`}>
        <FileEntry Icon={IconWorld} text="Web factsheet" href={`${factsheetPrefix(type)}${number}`}>
          {!item.public && <PagePreview />}
        </FileEntry>
        <FileEntry
          Icon={IconFileTypePdf}
          text={pdfName}
          href={fillTemplate(`/api/pdf-{type}/{pdfVersion}/${number}`, type)}
        >
          {(!item.public || isLongText) && (
            <FileDownloadButton
              label={pdfName}
              buttonText={item.public ? 'Preview' : 'Download'}
              fileName={`${pdfName}.pdf`}
              load={() => downloadFile('GET /inventory/preview/:id/pdf', { params, query: {} })}
            />
          )}
          {isLongText && (
            <span className="quiet">
              The text is too long for the page: the preview shows what is cut.
            </span>
          )}
        </FileEntry>
        {inventoryTypes[type].hasQr && (
          <FileEntry
            Icon={IconQrcode}
            text="QR code (PNG)"
            href={`/api/public/${type}/qr/${number}`}
          >
            {!item.public && (
              <FileDownloadButton
                label="QR code"
                fileName="QR code.png"
                load={() => downloadFile('GET /inventory/preview/:id/qr', { params })}
              />
            )}
          </FileEntry>
        )}
      </ul>
      <VisibilitySwitch isPublic={item.public} />
    </Block>
  )
}

interface FileEntryProps {
  readonly Icon: Icon
  readonly text: string
  /** Absent if the file is only for staff: `children` then has its download. */
  readonly href?: string
  readonly children: ReactNode
}

export function FileEntry({ Icon, text, href, children }: FileEntryProps) {
  const content = (
    <>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      {text}
    </>
  )
  const className = `inline-middle ${styles.link}`

  return (
    <li className={`flex-middle ${styles.entry}`}>
      {href === undefined ? (
        <span className={className}>{content}</span>
      ) : (
        <a href={href} target="_blank" rel="noopener" className={className}>
          {content}
        </a>
      )}
      {children}
    </li>
  )
}

interface FileDownloadProps {
  readonly label: string
  readonly buttonText?: string
  /** Without the item's identifier, which is put in front. */
  readonly fileName: string
  readonly load: () => Promise<Blob>
}

/** Downloads a file for staff only, by a call: a plain link would carry no session. */
export function FileDownloadButton({
  label,
  buttonText = 'Download',
  fileName,
  load,
}: FileDownloadProps) {
  const { identifier } = useItem().item
  const save = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(`${identifier} – ${fileName}`, file),
  })

  return (
    <>
      <SmallButton
        loading={save.isPending}
        aria-label={`${buttonText} the ${label}`}
        onClick={() => save.mutate()}
      >
        {buttonText}
      </SmallButton>
      {save.isError && (
        <ErrorMessage>This could not be downloaded. {getServerMessage(save.error)}</ErrorMessage>
      )}
    </>
  )
}

/** Takes the place of the switch until its code has loaded. */
const VisibilityText = ({ isPublic }: { readonly isPublic: boolean }) => (
  <div className={styles.visibility}>
    <div className={styles.pendingSwitch}>
      {visibilityTexts.label}
      {!isPublic && <div className={styles.pendingHint}>{visibilityTexts.hidden}</div>}
    </div>
  </div>
)
