import { Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type LabelLanguage, labelLanguages, languageNames } from '@vitrine/contract'
import { useState } from 'react'
import { downloadFile } from '../../../client/call.ts'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { inventoryQueries } from '../inventory-queries.ts'
import { useItem } from './item-context.ts'
import styles from './page-preview.module.css'

/** Previews the public page of an item that visitors can't see yet. */
export function PagePreview() {
  const { item } = useItem()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })

  return (
    <>
      <SmallButton aria-label="Preview the web factsheet" onClick={() => setOpen(true)}>
        Preview
      </SmallButton>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Preview of ${item.identifier}`}
        size="64rem"
        fullScreen={isNarrow}
      >
        <PreviewedPage />
      </Modal>
    </>
  )
}

function PreviewedPage() {
  const { item } = useItem()
  const [lang, setLang] = useState<LabelLanguage>(item.language || 'en')

  const page = useQuery({
    queryKey: [...inventoryQueries.item(item.id).queryKey, 'preview', lang],
    queryFn: async ({ signal }) => {
      const input = { params: { id: item.id }, query: { lang } }
      const htmlFile = await downloadFile('GET /inventory/preview/:id', input, { signal })
      return htmlFile.text()
    },
  })

  return (
    <>
      <p className={`quiet ${styles.hint}`}>
        Visitors will see this page once the item is shown to them.
      </p>
      <div className={styles.language}>
        <SelectField
          label="Language of the visitor"
          value={lang}
          options={labelLanguages.map((language) => [language, languageNames[language]])}
          onChange={(value) =>
            setLang(labelLanguages.find((language) => language === value) ?? lang)
          }
        />
      </div>
      {page.isPending && <Skeleton className={`frame ${styles.page}`} />}
      {page.isError && <LoadFailure what="The preview" query={page} />}
      {page.data !== undefined && (
        // The sandbox runs no scripts; the same origin lets pictures load.
        <iframe
          title="Web factsheet"
          srcDoc={page.data}
          sandbox="allow-same-origin"
          className={`frame ${styles.page}`}
        />
      )}
    </>
  )
}
