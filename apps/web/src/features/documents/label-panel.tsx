import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  a4,
  downloadFileName,
  findSheetProblem,
  type ItemType,
  type LabelRequest,
  type LabelSheet,
  labelSheets,
  labelsPerPage,
  layOutLabels,
  maxLabels,
  parsePaperLanguages,
} from '@vitrine/contract'
import { type CSSProperties, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { downloadFile } from '../../client/call.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './label-panel.module.css'
import {
  asWrittenOption,
  formatPaperLanguage,
  readPaperLanguage,
  savePaperLanguage,
  singlePaperLanguages,
} from './paper-language.tsx'

interface LabelPanelProps {
  readonly type: ItemType
  readonly ids: readonly number[]
  readonly onClose: () => void
}

/** The labels of items. */
export const LabelPanel = ({ type, ids, onClose }: LabelPanelProps) => (
  <LabelSheetPanel
    note="For the selected items, or for all that the list shows."
    count={ids.length}
    hasLanguages
    onPrint={async (request) => {
      const file = await downloadFile('POST /labels', { body: { type, ids: [...ids], ...request } })
      saveFile(downloadFileName(type, 'labels', 'pdf'), file)
    }}
    onClose={onClose}
  />
)

interface PlaceLabelPanelProps extends Omit<LabelPanelProps, 'type'> {
  readonly code: string
}

/** The label of a place, whose QR code opens its contents on staff's phones. */
export const PlaceLabelPanel = ({ ids, code, onClose }: PlaceLabelPanelProps) => (
  <LabelSheetPanel
    note="With a QR code for the phones of staff."
    count={ids.length}
    // Labels of places have no language.
    onPrint={async ({ lang: _, ...request }) =>
      saveFile(
        `label_${code}.pdf`,
        await downloadFile('POST /labels/places', { body: { ids: [...ids], ...request } }),
      )
    }
    onClose={onClose}
  />
)

type SheetKind = keyof typeof labelSheets | 'own'

interface SavedSheet {
  readonly kind: SheetKind
  readonly own: LabelSheet
}

const storageKey = 'labelSheet'
const defaultSheet: SavedSheet = {
  kind: 'three-by-seven',
  own: labelSheets['three-by-seven'].sheet,
}

interface LabelSheetPanelProps {
  readonly note: string
  readonly count: number
  readonly hasLanguages?: boolean
  readonly onPrint: (request: Pick<LabelRequest, 'sheet' | 'used' | 'lang'>) => Promise<void>
  readonly onClose: () => void
}

function LabelSheetPanel({
  note,
  count,
  hasLanguages = false,
  onPrint,
  onClose,
}: LabelSheetPanelProps) {
  const [{ kind, own: ownSheet }, setChoice] = useState(readSavedSheet)
  const [lang, setLang] = useState(() => parsePaperLanguages(readPaperLanguage())[0])
  const [used, setUsed] = useState<readonly number[]>([])
  const sheet = kind === 'own' ? ownSheet : labelSheets[kind].sheet
  const sheetProblem = findSheetProblem(sheet)
  const problem = sheetProblem ?? (count > maxLabels ? tooManyMessage : null)

  const print = useMutation({
    mutationFn: () => onPrint({ sheet, used: [...used], lang }),
  })

  const chooseSheet = (newChoice: SavedSheet) => {
    saveSheet(newChoice)
    setChoice(newChoice)
    setUsed([])
    print.reset()
  }

  const chooseLanguage = (newChoice: string) => {
    savePaperLanguage(newChoice)
    setLang(parsePaperLanguages(newChoice)[0])
    print.reset()
  }

  const lastLabel = problem ? undefined : layOutLabels(sheet, count, used).at(-1)
  const pageCount = lastLabel ? lastLabel.page + 1 : 0

  return (
    <SidePanel title="Label sheet" side="right" onClose={onClose}>
      <div className={`flex-wrap ${styles.body}`}>
        <div className={`stack ${styles.sheet}`}>
          <p className="note">{note}</p>
          <SelectField
            label="Sheet (A4)"
            value={kind}
            options={[
              ...Object.entries(labelSheets).map(([key, { title }]) => [key, title] as const),
              ['own', 'Custom size'],
            ]}
            onChange={(newKind) => chooseSheet({ kind: newKind as SheetKind, own: ownSheet })}
          />
          {hasLanguages && (
            <SelectField
              label="Language"
              value={lang ?? asWrittenOption}
              options={[asWrittenOption, ...singlePaperLanguages].map((option) => [
                option,
                formatPaperLanguage(option),
              ])}
              onChange={chooseLanguage}
            />
          )}
          {kind === 'own' && (
            <CustomSheetFields
              sheet={ownSheet}
              onChange={(changedSheet) => chooseSheet({ kind, own: changedSheet })}
            />
          )}
          {problem && <ErrorMessage>{problem}</ErrorMessage>}
          {print.isError && (
            <ErrorMessage>
              The labels could not be created. {getServerMessage(print.error)}
            </ErrorMessage>
          )}
          <div className={`flex-middle ${styles.actions}`}>
            <Button
              loading={print.isPending}
              disabled={problem !== null || count === 0}
              onClick={() => print.mutate()}
            >
              Download PDF
            </Button>
            <span role="status" className="note">
              {count === 0 ? 'No items.' : formatAmount(count, pageCount)}
            </span>
          </div>
        </div>
        {!sheetProblem && (
          <UsedPositions sheet={sheet} used={used} count={count} onChange={setUsed} />
        )}
      </div>
    </SidePanel>
  )
}

const tooManyMessage = `Please select at most ${formatNumber(maxLabels)} items.`

function formatAmount(labelCount: number, pageCount: number): string {
  const labels = `${formatNumber(labelCount)} ${labelCount === 1 ? 'label' : 'labels'}`
  if (pageCount === 0) return labels
  return `${labels} on ${formatNumber(pageCount)} ${pageCount === 1 ? 'page' : 'pages'}`
}

interface CustomSheetFieldsProps {
  readonly sheet: LabelSheet
  readonly onChange: (sheet: LabelSheet) => void
}

const sheetFields = [
  { key: 'columns', label: 'Columns', step: 1 },
  { key: 'rows', label: 'Rows', step: 1 },
  { key: 'width', label: 'Label width (mm)', step: 'any' },
  { key: 'height', label: 'Label height (mm)', step: 'any' },
  { key: 'left', label: 'Left margin (mm)', step: 'any' },
  { key: 'top', label: 'Top margin (mm)', step: 'any' },
  { key: 'gapX', label: 'Horizontal gap (mm)', step: 'any' },
  { key: 'gapY', label: 'Vertical gap (mm)', step: 'any' },
] as const satisfies readonly { key: keyof LabelSheet; label: string; step: number | 'any' }[]

/** The measures of a custom sheet, as printed on its package. */
const CustomSheetFields = ({ sheet, onChange }: CustomSheetFieldsProps) => (
  <div className={styles.fields}>
    {sheetFields.map(({ key, label, step }) => (
      <TextInput
        key={key}
        type="number"
        inputMode="decimal"
        min={0}
        step={step}
        label={label}
        // NaN while the field is empty, which is reported as missing.
        value={Number.isFinite(sheet[key]) ? sheet[key] : ''}
        onChange={({ currentTarget }) => onChange({ ...sheet, [key]: currentTarget.valueAsNumber })}
      />
    ))}
  </div>
)

function readSavedSheet(): SavedSheet {
  try {
    const { kind, own } = JSON.parse(localStorage.getItem(storageKey) ?? '') as Partial<SavedSheet>
    return {
      kind: kind === 'own' || (kind && kind in labelSheets) ? kind : defaultSheet.kind,
      own: { ...defaultSheet.own, ...own },
    }
  } catch {
    // Nothing is saved, or it cannot be parsed.
    return defaultSheet
  }
}

const saveSheet = (sheet: SavedSheet): void =>
  localStorage.setItem(storageKey, JSON.stringify(sheet))

interface UsedPositionsProps {
  readonly sheet: LabelSheet
  /** Positions on the first page, from 0. */
  readonly used: readonly number[]
  /** The number of labels to print. */
  readonly count: number
  readonly onChange: (used: readonly number[]) => void
}

const formatPercent = (part: number, whole: number): string => `${(100 * part) / whole}%`

/** A miniature of the first page, on which staff click the labels that are already used. */
function UsedPositions({ sheet, used, count, onChange }: UsedPositionsProps) {
  const positionCount = labelsPerPage(sheet)
  const usedSet = new Set(used)
  const labels = layOutLabels(sheet, positionCount, [])
  const freePositions = [...labels.keys()].filter((position) => !usedSet.has(position))
  const printedSet = new Set(freePositions.slice(0, count))

  const toggle = (position: number) =>
    onChange(
      usedSet.has(position)
        ? used.filter((usedPosition) => usedPosition !== position)
        : [...used, position],
    )

  return (
    <div className={styles.side}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        max={positionCount}
        label="Labels already used"
        description="Or click them in the picture."
        value={used.length}
        onChange={({ currentTarget }) => {
          // NaN while the field is empty.
          const typedCount = Math.trunc(currentTarget.valueAsNumber) || 0
          const usedCount = Math.min(Math.max(typedCount, 0), positionCount)
          onChange(Array.from({ length: usedCount }, (_, position) => position))
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own */}
      <div role="group" aria-label="Positions on the first page" className={styles.page}>
        {labels.map(({ x, y }, position) => (
          <UnstyledButton
            // biome-ignore lint/suspicious/noArrayIndexKey: a position is its number
            key={position}
            aria-pressed={usedSet.has(position)}
            aria-label={`Position ${position + 1} is used`}
            data-printed={printedSet.has(position) || undefined}
            className={styles.label ?? ''}
            style={
              {
                left: formatPercent(x, a4.width),
                top: formatPercent(y, a4.height),
                width: formatPercent(sheet.width, a4.width),
                height: formatPercent(sheet.height, a4.height),
              } satisfies CSSProperties
            }
            onClick={() => toggle(position)}
          />
        ))}
      </div>
    </div>
  )
}
