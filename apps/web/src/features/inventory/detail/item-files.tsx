import { InputBase, Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileCode, IconFileTypePdf, IconSelector } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ItemDetail, type LabelLanguage, labelLanguages, languageNames, paperKindOf } from '@vitrine/contract'
import { useState } from 'react'
import { serverMessage } from '../../../client/api-error.ts'
import { download } from '../../../client/call.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { Block } from '../../../ui/layout/block.tsx'
import { saveFile } from '../../../ui/lists/save-file.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import links from './factsheets-block.module.css'
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

export function LoanFiles({ item }: { readonly item: ItemDetail }) {
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
  readonly item: ItemDetail
  readonly of: 'page' | 'pdf' | 'qr'
}

/** Beside a link that visitors can't follow yet: shows staff what is behind it. */
export function Preview({ item, of }: PreviewProps) {
  if (of === 'page') return <PagePreview item={item} />
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

function PagePreview({ item }: { readonly item: ItemDetail }) {
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
        <Page item={item} />
      </Modal>
    </>
  )
}

function Page({ item }: { readonly item: ItemDetail }) {
  const [lang, setLang] = useState<LabelLanguage>(item.language || 'en')
  return (
    <>
      <p className={`quiet ${styles.hint}`}>Visitors will see this page once the item is shown to them.</p>
      <InputBase
        component="select"
        label="Language of the visitor"
        className={styles.language}
        pointer
        rightSection={<IconSelector size={16} aria-hidden="true" />}
        rightSectionPointerEvents="none"
        value={lang}
        onChange={({ currentTarget: { value } }) =>
          setLang(labelLanguages.find((language) => language === value) ?? lang)
        }
      >
        {labelLanguages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </InputBase>
      <PageIn item={item} lang={lang} />
    </>
  )
}

function PageIn({ item, lang }: { readonly item: ItemDetail; readonly lang: LabelLanguage }) {
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
