import { IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import type { ItemDetail } from '@vitrine/contract'
import { download } from '../../../client/call.ts'
import { Block } from '../../../ui/layout/block.tsx'
import links from './factsheets-block.module.css'
import { FileDownload } from './file-download.tsx'
import styles from './loan-files.module.css'

const look = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

/** What a museum that borrows the item gets of it. */
export function LoanFiles({ item }: { readonly item: ItemDetail }) {
  const params = { id: item.id }
  return (
    <Block title="For a loan" className="no-print">
      <ul className={links.links}>
        <li className={links.entry}>
          <span className={links.link}>
            <IconFileTypePdf {...look} />
            Object ID (PDF)
          </span>
          <FileDownload
            label="Object ID"
            fileName={`${item.identifier} – Object ID.pdf`}
            load={() => download('GET /inventory/loan/:id/object-id', { params })}
          />
        </li>
        <li className={links.entry}>
          <span className={links.link}>
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
      <p className={styles.hint}>
        For the museum that borrows this item: what visitors see of it, and its condition. The PDF has its pictures:
        those that visitors see, and those of kind Condition. Location, provenance and internal notes are in neither
        file.
      </p>
    </Block>
  )
}
