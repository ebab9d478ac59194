import { Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type LabelLanguage, labelLanguages, languageNames, paperKindOf } from '@vitrine/contract'
import { useState } from 'react'
import { serverMessage } from '../../../client/api-error.ts'
import { download } from '../../../client/call.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Block } from '../../../ui/layout/block.tsx'
import { saveFile } from '../../../ui/lists/save-file.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import links from './factsheets-block.module.css'
import { useItem } from './item-context.ts'
import styles from './item-files.module.css'

interface FileDownloadProps {
  readonly label: string
  readonly fileName: string
  readonly load: () => Promise<Blob>
}

/** Saves a file that only staff may have: a plain link would carry no session. */
function FileDownload({ label, fileName, load }: FileDownloadProps) {
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

const look = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

export function LoanFiles() {
  const { item } = useItem()
  const params = { id: item.id }
  return (
    <Block title="For a loan" className="no-print">
      <ul className={`plain-list ${links.links}`}>
        <li className={`flex-middle ${links.entry}`}>
          <span className={`inline-middle ${links.link}`}>
            <IconFileTypePdf {...look} />
            Object ID (PDF)
          </span>
          <FileDownload
            label="Object ID"
            fileName={`${item.identifier} – Object ID.pdf`}
            load={() => download('GET /inventory/loan/:id/object-id', { params })}
          />
        </li>
        <li className={`flex-middle ${links.entry}`}>
          <span className={`inline-middle ${links.link}`}>
            <IconFileCode {...look} />
            EODEM (XML)
          </span>
          <FileDownload
            label="EODEM file"
            fileName={`${item.identifier} – EODEM.xml`}
            load={() => download('GET /inventory/loan/:id/eodem', { params })}
          />
        </li>
      </ul>
      <p className={`quiet ${styles.loanHint}`}>
        For the museum that borrows this item: what visitors see of it, and its condition. The PDF has its pictures:
        those that visitors see, and those of kind Condition. Location, provenance and internal notes are in neither
        file.
      </p>
    </Block>
  )
}

export interface PreviewProps {
  readonly of: 'page' | 'pdf' | 'qr'
}

/** Beside a link that visitors can't follow yet: shows staff what is behind it. */
export function Preview({ of }: PreviewProps) {
  const { item } = useItem()
  if (of === 'page') return <PagePreview />
  const { name: pdfName } = paperKindOf(item.type_name)
  return of === 'pdf' ? (
    <FileDownload
      label={pdfName}
      fileName={`${item.identifier} – ${pdfName}.pdf`}
      load={() => download('GET /inventory/preview/:id/pdf', { params: { id: item.id }, query: {} })}
    />
  ) : (
    <FileDownload
      label="QR code"
      fileName={`${item.identifier} – QR code.png`}
      load={() => download('GET /inventory/preview/:id/qr', { params: { id: item.id } })}
    />
  )
}

function PagePreview() {
  const { item } = useItem()
  const [opened, setOpened] = useState(false)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <>
      <SmallButton aria-label="Preview the web factsheet" onClick={() => setOpened(true)}>
        Preview
      </SmallButton>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Preview of ${item.identifier}`}
        size="64rem"
        fullScreen={narrow}
      >
        <Page />
      </Modal>
    </>
  )
}

function Page() {
  const { item } = useItem()
  const [lang, setLang] = useState<LabelLanguage>(item.language || 'en')
  return (
    <>
      <p className={`quiet ${styles.hint}`}>Visitors will see this page once the item is shown to them.</p>
      <div className={styles.language}>
        <SelectField
          label="Language of the visitor"
          value={lang}
          options={labelLanguages.map((language) => [language, languageNames[language]])}
          onChange={(value) => setLang(labelLanguages.find((language) => language === value) ?? lang)}
        />
      </div>
      <PageIn lang={lang} />
    </>
  )
}

function PageIn({ lang }: { readonly lang: LabelLanguage }) {
  const { item } = useItem()
  const page = useQuery({
    queryKey: [...inventoryQueries.item(item.id).queryKey, 'preview', lang],
    queryFn: async ({ signal }) =>
      (await download('GET /inventory/preview/:id', { params: { id: item.id }, query: { lang } }, { signal })).text(),
  })
  if (page.data === undefined) {
    return page.isError ? (
      <LoadFailure what="The preview" query={page} />
    ) : (
      <Skeleton className={`frame ${styles.page}`} />
    )
  }
  // No script runs in it, whatever an item's texts say. It keeps our origin so that its pictures load.
  return (
    <iframe title="Web factsheet" srcDoc={page.data} sandbox="allow-same-origin" className={`frame ${styles.page}`} />
  )
}
