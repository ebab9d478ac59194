import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  fileNameOf,
  type ItemType,
  labelPlaces,
  labelSheets,
  maxLabels,
  paperLanguages,
  sheetProblem,
} from '@vitrine/contract'
import { useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { download } from '../../client/call.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { numberText } from '../../ui/lists/count-text.ts'
import { saveFile } from '../../ui/lists/save-file.ts'
import styles from './label-panel.module.css'
import { OwnSheetFields } from './own-sheet-fields.tsx'
import { asWritten, languageText, rememberedLanguage, rememberLanguage, singleLanguages } from './paper-language.ts'
import { rememberedSheet, rememberSheet, type SheetKind } from './remembered-sheet.ts'
import { UsedPositions } from './used-positions.tsx'

interface LabelPanelProps {
  readonly type: ItemType
  /** The items to print, in order. */
  readonly ids: readonly number[]
  readonly onClose: () => void
}

export function LabelPanel({ type, ids, onClose }: LabelPanelProps) {
  const [{ kind, own }, setChoice] = useState(rememberedSheet)
  const [lang, setLang] = useState(() => paperLanguages(rememberedLanguage())[0])
  const [used, setUsed] = useState<readonly number[]>([])
  const sheet = kind === 'own' ? own : labelSheets[kind].sheet
  const problem = sheetProblem(sheet) ?? (ids.length > maxLabels ? tooMany : null)
  const print = useMutation({
    mutationFn: () => download('POST /labels', { body: { type, ids: [...ids], sheet, used: [...used], lang } }),
    onSuccess: (file) => saveFile(fileNameOf(type, 'labels', 'pdf'), file),
  })
  const choose = (next: { kind: SheetKind; own: typeof own }) => {
    rememberSheet(next)
    setChoice(next)
    setUsed([])
    print.reset()
  }
  const chooseLanguage = (next: string) => {
    rememberLanguage(next)
    setLang(paperLanguages(next)[0])
    print.reset()
  }
  const pages = problem ? 0 : (labelPlaces(sheet, ids.length, used).at(-1)?.page ?? -1) + 1

  return (
    <Panel title="Label sheet" onClose={onClose}>
      <div className={styles.body}>
        <div className={styles.sheet}>
          <p className={styles.hint}>Tick the items in the list below, then choose the sheet to print them on.</p>
          <SelectField
            label="Sheet (A4)"
            value={kind}
            options={[
              ...Object.entries(labelSheets).map(([key, { title }]) => [key, title] as const),
              ['own', 'Custom size'],
            ]}
            onChange={(key) => choose({ kind: key as SheetKind, own })}
          />
          <SelectField
            label="Language"
            value={lang ?? asWritten}
            options={[asWritten, ...singleLanguages].map((one) => [one, languageText(one)])}
            onChange={chooseLanguage}
          />
          {kind === 'own' && <OwnSheetFields sheet={own} onChange={(changed) => choose({ kind, own: changed })} />}
          {problem && <ErrorMessage>{problem}</ErrorMessage>}
          {print.isError && <ErrorMessage>The labels could not be created. {serverMessage(print.error)}</ErrorMessage>}
          <div className={styles.actions}>
            <Button
              loading={print.isPending}
              disabled={problem !== null || ids.length === 0}
              onClick={() => print.mutate()}
            >
              Download PDF
            </Button>
            <span role="status" className={styles.hint}>
              {ids.length === 0 ? 'No items chosen yet.' : amountText(ids.length, pages)}
            </span>
          </div>
        </div>
        {!sheetProblem(sheet) && <UsedPositions sheet={sheet} used={used} count={ids.length} onChange={setUsed} />}
      </div>
    </Panel>
  )
}

const tooMany = `Please choose at most ${numberText(maxLabels)} items at once.`

const amountText = (labels: number, pages: number): string =>
  [
    `${numberText(labels)} ${labels === 1 ? 'label' : 'labels'}`,
    ...(pages > 0 ? [`on ${numberText(pages)} ${pages === 1 ? 'page' : 'pages'}`] : []),
  ].join(' ')
