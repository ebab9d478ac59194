import { Modal, Skeleton, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileCode, IconFileTypePdf, IconQrcode, IconWorld } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  factsheetPrefix,
  filled,
  inventoryTypes,
  type LabelLanguage,
  labelLanguages,
  languageNames,
  paperKindOf,
  publicNumber,
} from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { serverMessage } from '../../../client/api-error.ts'
import { call, download } from '../../../client/call.ts'
import { ErrorMessage, LoadFailure } from '../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { Block } from '../../../ui/layout/page-parts.tsx'
import { saveFile } from '../../../ui/lists/save-file.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { useItem } from './item-context.ts'
import '@mantine/core/styles/Switch.layer.css'
import styles from './factsheets-block.module.css'

export function FactsheetsBlock() {
  const { item } = useItem()
  const type = item.type_name
  const number = publicNumber(type, item.id)
  return (
    <Block title="Factsheets" className="no-print">
      <ul className={`plain-list ${styles.links}`}>
        <FactsheetLink of="page" href={`${factsheetPrefix(type)}${number}`} icon={<IconWorld {...look} />}>
          Web factsheet
        </FactsheetLink>
        <FactsheetLink
          of="pdf"
          href={filled(`/api/pdf-{type}/{pdfVersion}/${number}`, type)}
          icon={<IconFileTypePdf {...look} />}
        >
          {paperKindOf(type).name}
        </FactsheetLink>
        {inventoryTypes[type].hasQr && (
          <FactsheetLink of="qr" href={`/api/public/${type}/qr/${number}`} icon={<IconQrcode {...look} />}>
            QR code (PNG)
          </FactsheetLink>
        )}
      </ul>
      <VisibilitySwitch />
    </Block>
  )
}

interface FactsheetLinkProps extends PreviewProps {
  readonly href: string
  readonly icon: ReactNode
  readonly children: ReactNode
}

function FactsheetLink({ of, href, icon, children }: FactsheetLinkProps) {
  const { item } = useItem()
  return (
    <li className={`flex-middle ${styles.entry}`}>
      <a href={href} target="_blank" rel="noopener" className={`inline-middle ${styles.link}`}>
        {icon}
        {children}
      </a>
      {!item.public && <Preview of={of} />}
    </li>
  )
}

const hiddenHint = 'Hidden: visitors can’t see its page, picture, recording, PDF or QR code.'

function VisibilitySwitch() {
  const { item, refresh } = useItem()
  const change = useMutation({
    mutationFn: (shown: boolean) => call('POST /inventory/set-public', { body: { itemId: item.id, public: shown } }),
    onSuccess: refresh,
    // One after the other, so that of two presses in a row the last one counts.
    scope: { id: `visibility of ${item.id}` },
  })
  // While the answer is on its way the switch shows what was chosen.
  const isShown = change.isPending ? change.variables : item.public
  return (
    <div className={styles.visibility}>
      <Switch
        label="Shown to visitors"
        description={!isShown && hiddenHint}
        checked={isShown}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {change.isError && <ErrorMessage>This could not be changed. {serverMessage(change.error)}</ErrorMessage>}
    </div>
  )
}

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
      <ul className={`plain-list ${styles.links}`}>
        <li className={`flex-middle ${styles.entry}`}>
          <span className={`inline-middle ${styles.link}`}>
            <IconFileTypePdf {...look} />
            Object ID (PDF)
          </span>
          <FileDownload
            label="Object ID"
            fileName={`${item.identifier} – Object ID.pdf`}
            load={() => download('GET /inventory/loan/:id/object-id', { params })}
          />
        </li>
        <li className={`flex-middle ${styles.entry}`}>
          <span className={`inline-middle ${styles.link}`}>
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
