import { Switch } from '@mantine/core'
import { IconFileTypePdf, IconQrcode, IconWorld } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { factsheetPrefix, filled, inventoryTypes, paperKindOf, publicNumber } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { serverMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { Block } from '../../../ui/layout/block.tsx'
import { deferred } from '../../../ui/layout/deferred.tsx'
import styles from './factsheets-block.module.css'
import { useItem } from './item-context.ts'
import type { PreviewProps } from './item-files.tsx'
import '@mantine/core/styles/Switch.layer.css'

const Preview = deferred(async () => (await import('./item-files.tsx')).Preview)

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

const look = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

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
