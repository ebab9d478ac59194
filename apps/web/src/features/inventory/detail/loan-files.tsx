import { IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import { downloadFile } from '../../../client/call.ts'
import { Block } from '../../../ui/layout/page-parts.tsx'
import styles from './factsheets-block.module.css'
import { FileDownloadButton, FileEntry } from './factsheets-block.tsx'
import { useItem } from './item-context.ts'

/** Files for a museum that borrows the item. */
export function LoanFiles() {
  const params = { id: useItem().item.id }

  return (
    <Block title="For a loan" className="no-print">
      <ul className={`plain-list ${styles.links}`}>
        <FileEntry Icon={IconFileTypePdf} text="Object ID (PDF)">
          <FileDownloadButton
            label="Object ID"
            fileName="Object ID.pdf"
            load={() => downloadFile('GET /inventory/loan/:id/object-id', { params })}
          />
        </FileEntry>
        <FileEntry Icon={IconFileCode} text="EODEM (XML)">
          <FileDownloadButton
            label="EODEM file"
            fileName="EODEM.xml"
            load={() => downloadFile('GET /inventory/loan/:id/eodem', { params })}
          />
        </FileEntry>
      </ul>
      <p className={`quiet ${styles.loanHint}`}>
        For the museum that borrows this item: what visitors see of it, and its condition. The PDF
        has its pictures: those that visitors see, and those of kind Condition. Location, provenance
        and internal notes are in neither file.
      </p>
    </Block>
  )
}
