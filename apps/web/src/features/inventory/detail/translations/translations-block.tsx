import { useMutation } from '@tanstack/react-query'
import {
  detectLanguage,
  factsheetPrefix,
  fillTemplate,
  getPaperKind,
  getTextState,
  type LabelLanguage,
  labelLanguages,
  languageNames,
  type TextLanguage,
  textLanguages,
  toPublicNumber,
} from '@vitrine/contract'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../../../../client/call.ts'
import { useSignedIn } from '../../../../session/use-session.ts'
import { LoadFailure } from '../../../../ui/feedback/list-states.tsx'
import { offerUndo, showFailure } from '../../../../ui/feedback/undo-toast.tsx'
import { hasDraft } from '../../../../ui/forms/drafts.ts'
import { SelectField, ToggleButtons } from '../../../../ui/forms/fields.tsx'
import { confirmDiscard } from '../../../../ui/forms/unsaved.tsx'
import { lazyWithFallback } from '../../../../ui/layout/lazy-with-fallback.tsx'
import { Block } from '../../../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../../../ui/lists/row-skeletons.tsx'
import { textStateNames } from '../../texts.ts'
import { useItem } from '../item-context.ts'
import { translationDraftName } from './translation-draft.ts'
import styles from './translations.module.css'

const skeletons = <RowSkeletons label="Loading the translation" rows={4} />
const TranslationEditor = lazyWithFallback(
  async () => (await import('./translation-editor.tsx')).TranslationEditor,
  skeletons,
)

interface TranslationsBlockProps {
  readonly initialLanguage: TextLanguage | undefined
  readonly question: ReactNode
}

/**
 * Lists the translations of an item's texts and edits one of them. Initially opens the requested
 * language, else one with a draft.
 */
export function TranslationsBlock({ initialLanguage, question }: TranslationsBlockProps) {
  const { item, catalogue } = useItem()
  const { email } = useSignedIn().user
  const languages = textLanguages.filter((lang) => lang !== item.language)
  const [openLanguage, setOpenLanguage] = useState<TextLanguage | null>(
    () =>
      initialLanguage ??
      languages.find((lang) => hasDraft(email, translationDraftName(item, lang))) ??
      null,
  )
  const discardEdits = useRef<(() => void) | null>(null)
  // Undefined if the original is in the opened language by now.
  const lang = languages.find((language) => language === openLanguage)

  const toggle = async (toggledLanguage: TextLanguage) => {
    if (discardEdits.current) {
      if (!(await confirmDiscard())) return

      discardEdits.current?.()
    }
    setOpenLanguage(toggledLanguage === openLanguage ? null : toggledLanguage)
  }

  return (
    <Block title="Translations" className="no-print">
      <div className={`flex-wrap ${styles.head}`}>
        <OriginalLanguage />
        <ToggleButtons
          label="Translation into"
          options={languages.map((key) => ({
            key,
            text: `${languageNames[key]}: ${textStateNames[getTextState(item, key)].toLowerCase()}`,
          }))}
          chosen={lang ? [lang] : []}
          onToggle={toggle}
        />
      </div>
      {lang && item.public && !item.archived && <PublicLinks lang={lang} />}
      {lang && catalogue.isError && <LoadFailure what="The attributes" query={catalogue} />}
      {lang && catalogue.data && (
        <TranslationEditor
          key={lang}
          lang={lang}
          attributes={catalogue.data}
          discardEdits={discardEdits}
          startsAtEnd={lang === initialLanguage}
          question={lang === initialLanguage && question}
          onClose={() => setOpenLanguage(null)}
        />
      )}
    </Block>
  )
}

/** Links to what visitors get in a language. */
function PublicLinks({ lang }: { readonly lang: TextLanguage }) {
  const { id, type_name: type } = useItem().item
  const number = toPublicNumber(type, id)
  const language = languageNames[lang]

  return (
    <p className={`flex-wrap ${styles.visitors}`}>
      <a href={`${factsheetPrefix(type)}${number}?lang=${lang}`} target="_blank" rel="noopener">
        Web factsheet in {language}
      </a>
      <a
        href={`${fillTemplate(`/api/pdf-{type}/{pdfVersion}/${number}`, type)}?lang=${lang}`}
        target="_blank"
        rel="noopener"
      >
        {getPaperKind(type).name} in {language}
      </a>
    </p>
  )
}

/** Language of the original: recognised from the text unless one is chosen. */
function OriginalLanguage() {
  const { item, refresh } = useItem()
  const chosenLanguage = item.languageChosen ? item.language : ''

  const save = (language: LabelLanguage | '', version: number) => {
    const { name, identifier, description } = item
    const data = { name, identifier, description, language, languageChosen: language !== '' }
    return call('POST /inventory/save-info', { body: { itemId: item.id, data, version } })
  }

  const change = useMutation({
    mutationFn: (language: LabelLanguage | '') => save(language, item.version),
    onSuccess: async ({ version }, language) => {
      await refresh()
      offerUndo({
        id: 'original language',
        message:
          language === ''
            ? 'The language is now detected from the text.'
            : `The original is in ${languageNames[language]}.`,
        undo: () => save(chosenLanguage, version).finally(() => void refresh()),
      })
    },
    onError: (error) => {
      showFailure('The language was not changed.', error)
      void refresh()
    },
  })

  return (
    <SelectField
      label="Language of the original"
      value={change.isPending ? change.variables : chosenLanguage}
      disabled={change.isPending}
      options={[
        ['', chosenLanguage === '' ? formatRecognition(item.description) : 'Detect from the text'],
        ...labelLanguages.map((language) => [language, languageNames[language]] as const),
      ]}
      onChange={(value) =>
        change.mutate(labelLanguages.find((language) => language === value) ?? '')
      }
    />
  )
}

function formatRecognition(text: string): string {
  const language = detectLanguage(text)
  return language ? `Recognised: ${languageNames[language]}` : 'Not recognised'
}
